/** What held a run at its rate, by what its members counted. */
package io.jgbench.coordination.bottleneck;
