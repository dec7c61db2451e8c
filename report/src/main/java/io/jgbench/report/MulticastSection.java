package io.jgbench.report;

import io.jgbench.coordination.control.ReadableDuration;
import io.jgbench.coordination.result.MulticastAccounts;
import io.jgbench.coordination.result.MulticastFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RunLength;
import java.util.List;

/** The workload Multicast on the console. */
record MulticastSection(RunResult run, MulticastSpec spec) implements WorkloadSection {

    @Override
    public String headline() {
        String size = Numbers.grouped(spec.messageSizeBytes());
        String senders = "%s of %s members each send "
                .formatted(spec.senders(), run.spec().members());
        return senders
                + switch (spec.length()) {
                    case RunLength.Units(long messages) ->
                        "%s messages of %s bytes to all".formatted(Numbers.grouped(messages), size);
                    case RunLength.Time(var duration) ->
                        "messages of %s bytes to all for %s".formatted(size, ReadableDuration.of(duration));
                };
    }

    @Override
    public List<String> memberTable(int widest) {
        return new MulticastTable(run).lines(widest);
    }

    @Override
    public List<String> figures() {
        var lines = new FigureLines();
        run.figures().map(figures -> (MulticastFigures) figures).ifPresent(figures -> {
            lines.rates("Message rate", spec.unitOfWork(), figures);
            lines.latency("Latency", figures.latency(), "sampled messages, from send to the sender's own receipt");
            figures.wireLimit()
                    .ifPresent(limit -> lines.limit(
                            limit.bytesPerSecond(),
                            run.link().orElseThrow(),
                            figures.efficiencyPermille(),
                            "headers counted, own messages not crossing the wire"));
        });
        return lines.lines();
    }

    @Override
    public List<String> accounts() {
        var accounts = (MulticastAccounts) run.accounts();
        if (run.figures().isEmpty() || (run.reliable() && accounts.lost() == 0)) {
            return List.of();
        }
        var lines = new FigureLines();
        lines.add(
                "Messages",
                "sent %s x %d receivers %s received %s + lost %s"
                        .formatted(
                                Numbers.grouped(accounts.sent()),
                                accounts.receivers(),
                                accounts.addUp() ? "=" : "is not",
                                Numbers.grouped(accounts.received()),
                                Numbers.grouped(accounts.lost())));
        return lines.lines();
    }

    @Override
    public String validity() {
        return "every message reached every member once and in order.";
    }
}
