/** Reads run files strictly: what is not understood is refused, with its line, the rule and a good value. */
package io.jgbench.runfile;
