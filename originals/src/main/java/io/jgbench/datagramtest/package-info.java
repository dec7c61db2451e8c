/** Coherence's datagram test, started by hand on each host: its options, and its lines. */
package io.jgbench.datagramtest;
