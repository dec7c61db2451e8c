package io.jgbench.preflight;

import java.net.InetSocketAddress;

/**
 * What a member's pre-flight has of the path to and from one other member.
 *
 * @param address where the other one is probed
 * @param probe what is sent to it
 * @param connect the connection that is made to it, where the transport uses connections
 * @param tally what has come from it
 */
record PeerPath(InetSocketAddress address, PeerProbe probe, ConnectProbe connect, PeerTally tally) {}
