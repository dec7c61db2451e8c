/**
 * Tunes a host: reads its network settings, sets those that differ from what a run asks, and puts them back. The
 * originals are kept on the host, so that what a killed tuner left is put back by the next one.
 */
package io.jgbench.tune;
