package io.jgbench.coordination.workload.rpc;

import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.MemberTable;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.WorkloadSection;
import java.util.List;

/** The workload Rpc on the console. */
record RpcSection(RpcType.Run run) implements WorkloadSection {
    private static final String TIMED = "requests, merged over members";

    @Override
    public String headline() {
        var spec = run.spec();
        int members = run.result().spec().members();
        int targets = spec.targetsOf(members);
        return "%s %s, %d %% reads of %s bytes from one %s and writes of as many to %s, %s"
                .formatted(
                        members == 1 ? "1 member makes" : members + " members each make",
                        length(),
                        spec.readPercent(),
                        Numbers.grouped(spec.payloadBytes()),
                        members == 1 ? "member, itself," : "random other member",
                        targets == 1 ? "one" : targets + " at once",
                        load());
    }

    private String length() {
        return switch (run.spec().length()) {
            case RunLength.Units(long requests) -> Numbers.grouped(requests) + " requests";
            case RunLength.Time(var duration) -> "requests for " + ReadableDuration.of(duration);
        };
    }

    private String load() {
        var spec = run.spec();
        var callers = spec.concurrency() == 1 ? "1 caller" : spec.concurrency() + " callers";
        return spec.targetRate()
                .map(rate -> "open loop of " + Numbers.grouped(rate) + " requests/s"
                        + FigureLines.arrivals(spec.arrivals()) + " with " + callers)
                .orElse("closed loop of " + callers);
    }

    @Override
    public List<ResultTable> tables() {
        var columns = List.of("READS", "WRITES", "TIMEOUTS", "ERRORS", "REQUESTS/S", "TIME", "SERVED");
        return List.of(new MemberTable(columns, MemberTable.Last.ALL)
                .of(run.result().members(), member -> row(run.member(member))));
    }

    private static List<String> row(RpcType.Member member) {
        var report = member.report();
        var figures = member.figures();
        return List.of(
                Numbers.grouped(report.readsDone()),
                Numbers.grouped(report.writesDone()),
                Numbers.grouped(report.timedOut()),
                Numbers.grouped(report.failed()),
                Numbers.rounded(figures.requestsPerSecond()),
                Numbers.seconds(figures.elapsedNanos()) + " s",
                Numbers.grouped(report.callsServed()));
    }

    @Override
    public FigureLines figures() {
        var lines = new FigureLines();
        run.figures().ifPresent(figures -> {
            lines.rates("Request rate", run.spec().unitOfWork(), "member", figures);
            lines.latency("Reads", figures.reads(), TIMED);
            lines.latency("Writes", figures.writes(), TIMED);
            lines.add(
                    "Latency",
                    switch (figures.latencyFrom()) {
                        case SEND -> "counts from the sending of each request (closed loop)";
                        case INTENDED_SEND -> "counts from when each request should have begun (open loop)";
                    });
            figures.lateness().ifPresent(late -> lines.lateness("Begun late", late, "requests"));
            figures.wireLimit()
                    .ifPresent(limit -> lines.limit(
                            limit.bytesPerSecond(),
                            run.result(),
                            figures.efficiencyPermille(),
                            "payloads and their headers counted, bare calls and answers not"));
        });
        return lines;
    }

    @Override
    public FigureLines accounts() {
        var accounts = run.accounts();
        var lines = new FigureLines();
        if (run.figures().isEmpty() || (run.result().reliable() && accounts.lostUnits() == 0)) {
            return lines;
        }
        lines.add(
                "Requests",
                "%s %s %s done + %s timed out + %s failed"
                        .formatted(
                                Numbers.grouped(accounts.requests()),
                                accounts.requests() == accounts.done() + accounts.lostUnits() ? "=" : "is not",
                                Numbers.grouped(accounts.done()),
                                Numbers.grouped(accounts.timedOut()),
                                Numbers.grouped(accounts.failed())));
        lines.add(
                "Calls",
                "%s sent, %s served, %s answered in time, %s late"
                        .formatted(
                                Numbers.grouped(accounts.callsSent()),
                                Numbers.grouped(accounts.callsServed()),
                                Numbers.grouped(accounts.callsAnswered()),
                                Numbers.grouped(accounts.answersLate())));
        return lines;
    }

    @Override
    public String validity() {
        return "every request was answered, and every call was served once.";
    }
}
