/** Spoils what programs read, in the ways of people, broken disks and attackers; the same for the same seed. */
package io.jgbench.testing.mutation;
