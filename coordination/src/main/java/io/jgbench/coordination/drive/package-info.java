/** Carries out what a run asks of its members, whatever they live in. */
package io.jgbench.coordination.drive;
