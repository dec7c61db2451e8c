/** What a person may have meant. */
package io.jgbench.naming;
