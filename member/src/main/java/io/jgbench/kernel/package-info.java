/** Calls of Linux' kernel about network interfaces, by the C library. */
package io.jgbench.kernel;
