/** A suite on this machine: its visits one after the other, and what is kept of them. */
package io.jgbench.local.suite;
