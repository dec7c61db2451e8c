package io.jgbench.selftest;

/**
 * One run of a self-test.
 *
 * @param round which round it belongs to, from 1
 * @param stack the bundled stack that it runs over
 * @param fault what is planted
 * @param at where
 */
public record Trial(int round, String stack, Fault fault, Targets at) {}
