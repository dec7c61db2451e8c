/** A member of a run: its process, its life from joining to its report, and the start that it waits for. */
package io.jgbench.member;
