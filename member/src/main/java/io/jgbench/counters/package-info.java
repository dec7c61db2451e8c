/** What a member counts while it measures: of its host's kernel, of its interface and sockets, and of its JVM. */
package io.jgbench.counters;
