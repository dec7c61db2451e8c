/** The operator, installed as its users install it, and what comes of runs that are applied to it. */
package io.jgbench.e2e.operator;
