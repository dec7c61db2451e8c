/** The transport over UDP, by multicast or unicast. It repairs no loss. */
package io.jgbench.transport.udp;
