package io.jgbench.compare;

import io.jgbench.counters.CompilerThreads;
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

    /** Reads one turn of the program, which works meanwhile; its first {@link Turns#SETTLING} does not count. */
    TurnReading turn(Duration measured) throws InterruptedException {
        Thread.sleep(Turns.SETTLING);
        TurnReading before = TurnReading.now(program.members(), compilers);
        Thread.sleep(measured);
        TurnReading reading = TurnReading.now(program.members(), compilers).minus(before);
        readings.add(reading);
        return reading;
    }
}
