/** From what the members reported to figures and a verdict. */
package io.jgbench.coordination.result;
