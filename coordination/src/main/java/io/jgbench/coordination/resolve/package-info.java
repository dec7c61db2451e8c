/** What a user declared becomes what a run does. */
package io.jgbench.coordination.resolve;
