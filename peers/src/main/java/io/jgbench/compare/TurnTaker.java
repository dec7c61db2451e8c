package io.jgbench.compare;

import io.jgbench.counters.CompilerThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A program with what was read in its turns. */
final class TurnTaker {
    private final ComparedProgram program;
    private final List<CompilerThreads> compilers;
    private final List<TurnReading> readings = new ArrayList<>();

    TurnTaker(ComparedProgram program) {
        this.program = program;
        this.compilers = program.members().stream().map(CompilerThreads::of).toList();
    }

    ComparedProgram program() {
        return program;
    }

    /** One of each turn so far, in their order. */
    List<TurnReading> readings() {
        return Collections.unmodifiableList(readings);
    }

    /**
     * Reads one turn of the program, which works meanwhile; its first {@link Turns#SETTLING} does not count.
     *
     * @throws IOException if the program did not work until its end, with why
     */
    TurnReading turn(Duration measured) throws IOException, InterruptedException {
        Thread.sleep(Turns.SETTLING);
        TurnReading before = TurnReading.now(program.members(), compilers);
        Thread.sleep(measured);
        // counters of a process that has ended are 0, and cannot be told from those of one that did nothing
        program.checkRuns();
        TurnReading reading = TurnReading.now(program.members(), compilers).minus(before);
        readings.add(reading);
        return reading;
    }
}
