/** The measuring half of Datagram: publishers send numbered packets, and listeners count them. */
package io.jgbench.workload.datagram;
