/** The full result of a repetition, and what it is made of. */
package io.jgbench.coordination.result;
