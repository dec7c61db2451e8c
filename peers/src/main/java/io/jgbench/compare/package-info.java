/**
 * Compares jgbench with other programs: starts both with the same work in pairs or in turns, and reads what the other
 * one prints.
 */
package io.jgbench.compare;
