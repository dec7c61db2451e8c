package io.jgbench.coordination.workload.messagebus;

import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.MemberTable;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.messagebus.MessageBusMemberFigures.Rate;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import java.util.List;

/** The workload MessageBus on the console. */
record MessageBusSection(MessageBusType.Run run) implements WorkloadSection {

    @Override
    public String headline() {
        var spec = run.spec();
        int members = run.result().spec().members();
        var sending = spec.sending();
        return "%d of %d members each send %s of %s to %d with %s for %s s%s, %s"
                .formatted(
                        spec.senders(members),
                        members,
                        sending.block() ? "requests" : "messages",
                        size(),
                        spec.receivers(members),
                        sending.threads() == 1 ? "1 thread" : sending.threads() + " threads",
                        Numbers.seconds(spec.duration().toNanos()),
                        spec.relay() ? ", who pass them on" : "",
                        load());
    }

    private String size() {
        var sending = run.spec().sending();
        return sending.smallestBytes() == sending.largestBytes()
                ? Numbers.grouped(sending.largestBytes()) + " bytes"
                : Numbers.grouped(sending.smallestBytes()) + " to " + Numbers.grouped(sending.largestBytes())
                        + " bytes";
    }

    private String load() {
        if (run.spec().sending().block()) {
            return "each waiting for its response";
        }
        return run.spec()
                .sending()
                .bytesPerSecond()
                .map(rate -> Numbers.megabytes((double) rate) + " MB/s each"
                        + FigureLines.arrivals(run.spec().sending().arrivals()))
                .orElse("as fast as they go");
    }

    @Override
    public List<ResultTable> tables() {
        var columns =
                List.of("SENT", "RECEIVED", "LOST", "RESPONSES", "ERRORS", "OUT/S", "IN/S", "OUT MB/S", "IN MB/S");
        return List.of(new MemberTable(columns, MemberTable.Last.ALL)
                .of(run.result().members(), member -> row(run.member(member))));
    }

    private static List<String> row(MessageBusType.Member member) {
        var report = member.report();
        var figures = member.figures();
        return List.of(
                Numbers.grouped(report.sent().stream().mapToLong(Sent::messages).sum()),
                Numbers.grouped(
                        report.received().stream().mapToLong(Received::received).sum()),
                Numbers.grouped(
                        report.received().stream().mapToLong(Received::lost).sum()),
                Numbers.grouped(report.responses()),
                Numbers.grouped(report.errors()),
                Numbers.rounded(figures.out().messages()),
                Numbers.rounded(figures.in().messages()),
                Numbers.megabytes(figures.out().bytes()),
                Numbers.megabytes(figures.in().bytes()));
    }

    @Override
    public FigureLines figures() {
        var lines = new FigureLines();
        run.figures().ifPresent(figures -> {
            lines.rates("Message rate", run.spec().unitOfWork(), "receiver", figures);
            lines.add("Out", rate(figures.out()));
            lines.add("In", rate(figures.in()));
            lines.latency(
                    "Responses",
                    figures.responses(),
                    "responses, merged over members",
                    figures.responseTime().stream()
                            .map(MessageBusSection::responseTime)
                            .toArray(String[]::new));
            lines.latency("Receipts", figures.receipts(), "timed receipts, merged over members");
            if (figures.responses().isPresent()) {
                lines.add(
                        "Latency",
                        switch (figures.latencyFrom()) {
                            case SEND -> "counts from the sending of each message";
                            case INTENDED_SEND -> "counts from when each message should have been sent";
                        });
            }
            figures.lateness().ifPresent(late -> lines.lateness("Sent late", late, "messages"));
            lines.add(
                    "Backlog",
                    ("senders held back %s of the time, %s bytes without receipt; in: held back %s, %s bytes not"
                                    + " processed")
                            .formatted(
                                    Numbers.percent(figures.outHeldBackShare() * 1000),
                                    Numbers.grouped(figures.outBacklogBytes()),
                                    Numbers.percent(figures.inHeldBackShare() * 1000),
                                    Numbers.grouped(figures.inBacklogBytes())));
        });
        return lines;
    }

    private static String rate(Rate rate) {
        return "%s messages/s, %s MB/s, mean over members, responses included"
                .formatted(Numbers.rounded(rate.messages()), Numbers.megabytes(rate.bytes()));
    }

    private static String responseTime(ResponseTime time) {
        return "average %s, effective %s, min %s"
                .formatted(
                        Numbers.millis(time.meanNanos()),
                        Numbers.millis(time.effectiveNanos()),
                        Numbers.millis(time.minNanos()));
    }

    @Override
    public FigureLines accounts() {
        var accounts = run.accounts();
        var lines = new FigureLines();
        if (run.figures().isEmpty() || (run.result().reliable() && accounts.lostUnits() == 0 && accounts.addUp())) {
            return lines;
        }
        lines.add(
                "Messages",
                "sent %s %s received %s + lost %s"
                        .formatted(
                                Numbers.grouped(accounts.sent()),
                                accounts.sent() == accounts.received() + accounts.lost() ? "=" : "is not",
                                Numbers.grouped(accounts.received()),
                                Numbers.grouped(accounts.lost())));
        lines.add(
                "Responses",
                "%s of %s, %s errors"
                        .formatted(
                                Numbers.grouped(accounts.responses()),
                                Numbers.grouped(accounts.responsesExpected()),
                                Numbers.grouped(accounts.errors())));
        return lines;
    }

    @Override
    public String validity() {
        return "every message arrived once and in order, and every response came.";
    }
}
