/** What commands need that measure on this machine: what the user asks for, hosts, JVMs, the end by a signal. */
package io.jgbench.cli.local;
