/** What is found in a repetition, whether its figures may be used, and what is said of it. */
package io.jgbench.coordination.judge;
