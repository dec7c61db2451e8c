/** The hosts of a run on this machine, which are processes or network namespaces, and the members started on them. */
package io.jgbench.local.host;
