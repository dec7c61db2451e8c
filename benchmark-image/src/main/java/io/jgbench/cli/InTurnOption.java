package io.jgbench.cli;

import io.jgbench.compare.Turns;
import picocli.CommandLine.Option;

/** Whether two programs take turns, both started once. */
final class InTurnOption {
    @Option(
            names = "--in-turn",
            description = {
                "Starts both programs once; each is stopped (SIGSTOP) in the turns of the other. A pair is a turn of"
                        + " jgbench and the turns of the other program before and after it.",
                "Pairs differ less than those of whole runs. Needs --hosts namespaces."
            })
    private boolean inTurn;

    boolean given() {
        return inTurn;
    }

    /** The turns that these options ask for, after a warm-up of two minutes of each program. */
    static Turns turns(ComparisonOptions options) {
        return Turns.afterWarmup(options.time(), options.pairs());
    }
}
