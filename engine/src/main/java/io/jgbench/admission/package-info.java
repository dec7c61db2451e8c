/** Bounds for what strangers who connect to a port cost. */
package io.jgbench.admission;
