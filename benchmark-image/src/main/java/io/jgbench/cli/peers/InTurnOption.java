package io.jgbench.cli.peers;

import io.jgbench.cli.output.Notice;
import io.jgbench.compare.TurnComparison;
import io.jgbench.compare.Turns;
import java.io.PrintStream;
import java.util.Locale;
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

    /**
     * The comparison that these options ask for, after a warm-up of two minutes of each program.
     *
     * @param other the name of the other program
     * @param err where each turn is told, and complaints are
     * @throws IllegalArgumentException if an option is out of its range, or needs another one, with one sentence
     */
    static TurnComparison comparison(ComparisonOptions options, int members, String other, PrintStream err) {
        var turns = Turns.afterWarmup(options.time(), options.pairs());
        return new TurnComparison(
                options.jvmOptions(members),
                options.linkOfNamespaces(),
                turns,
                (turn, count, ofJgbench, sentBytesPerSecond) -> err.printf(
                        Locale.ROOT,
                        "turn %d of %d%s: %s sent %.1f MB/s%n",
                        turn,
                        count,
                        turn <= 2 * turns.warmup() ? " (warm-up)" : "",
                        ofJgbench ? "jgbench" : other,
                        sentBytesPerSecond / 1e6),
                sentence -> Notice.print(err, sentence));
    }
}
