/** How tests stand on the cluster: a namespace for each, and what there is to read when one fails. */
package io.jgbench.e2e;
