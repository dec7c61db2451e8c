package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.WorkloadSection;
import java.util.List;

/** The workload Multicast on the console. */
record MulticastSection(MulticastType.Run run) implements WorkloadSection {

    @Override
    public String headline() {
        var spec = run.spec();
        String size = Numbers.grouped(spec.messageSizeBytes());
        String senders = (spec.senders() == 1 ? "%d of %d members sends " : "%d of %d members each send ")
                .formatted(spec.senders(), run.result().spec().members());
        return senders
                + switch (spec.length()) {
                    case RunLength.Units(long messages) ->
                        "%s messages of %s bytes to all".formatted(Numbers.grouped(messages), size);
                    case RunLength.Time(var duration) ->
                        "messages of %s bytes to all for %s".formatted(size, ReadableDuration.of(duration));
                }
                + spec.targetRate()
                        .map(rate -> ", " + Numbers.grouped(rate) + " messages/s each"
                                + FigureLines.arrivals(spec.arrivals()))
                        .orElse("");
    }

    @Override
    public List<ResultTable> tables() {
        return List.of(new MulticastTable(run).table());
    }

    @Override
    public FigureLines figures() {
        var lines = new FigureLines();
        run.figures().ifPresent(figures -> {
            lines.rates("Message rate", run.spec().unitOfWork(), "member", figures);
            lines.add(
                    "From others",
                    "%s messages/s, %s MB/s a member; the rest is its own, which crosses no wire"
                            .formatted(Numbers.rounded(figures.othersMessagesPerSecond()), Numbers.megabytes((double)
                                    figures.othersBytesPerSecond())));
            String from = switch (figures.latencyFrom()) {
                case SEND -> "from send";
                case INTENDED_SEND -> "from when each was due";
            };
            figures.delivery().ifPresent(delivery -> new DeliveryLines(lines).add(delivery, from));
            lines.latency(
                    "Loopback", figures.loopback(), "sampled messages, " + from + " to own receipt, not over the wire");
            figures.lateness().ifPresent(late -> lines.lateness("Sent late", late, "messages"));
            figures.wireLimit()
                    .ifPresent(limit -> lines.limit(
                            limit.bytesPerSecond(),
                            run.result(),
                            figures.efficiencyPermille(),
                            "headers counted, own messages not crossing the wire"));
        });
        return lines;
    }

    @Override
    public List<LatencyFigure> latencies() {
        return run.figures().flatMap(MulticastFigures::delivery).map(DeliveryLines::figure).stream()
                .toList();
    }

    @Override
    public FigureLines accounts() {
        var accounts = run.accounts();
        var lines = new FigureLines();
        if (run.figures().isEmpty() || (run.result().reliable() && accounts.lost() == 0)) {
            return lines;
        }
        lines.add(
                "Messages",
                "sent %s x %d receivers %s received %s + lost %s"
                        .formatted(
                                Numbers.grouped(accounts.sent()),
                                accounts.receivers(),
                                accounts.addUp() ? "=" : "is not",
                                Numbers.grouped(accounts.received()),
                                Numbers.grouped(accounts.lost())));
        return lines;
    }

    @Override
    public String validity() {
        return "every message reached every member once and in order.";
    }
}
