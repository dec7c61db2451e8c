/**
 * What may be said of figures that were measured several times. Nothing here assumes a normal distribution but the
 * planning of how many rounds are needed.
 */
package io.jgbench.coordination.statistics;
