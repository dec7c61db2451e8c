/** Calls of Linux' kernel about network interfaces and sockets, by the C library. */
package io.jgbench.kernel;
