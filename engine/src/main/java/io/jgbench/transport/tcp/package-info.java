/** The transport over a mesh of TCP connections, without a protocol above TCP. */
package io.jgbench.transport.tcp;
