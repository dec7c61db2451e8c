/** Numbered datagrams: sockets that send and receive many at a time, who publishes, and who listens and counts. */
package io.jgbench.datagram;
