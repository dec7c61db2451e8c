package io.jgbench.coordination.drive;

import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.RunStatus;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What one member gave when it was asked for its reports, that of the pre-flight and that of the run, or why it has
 * given none. One thread fetches them, and any may read.
 */
final class FetchedReports {
    /** A workload can have run for longer than the run, by the clock of a controller that took over. */
    private static final Duration LONGER_THAN_SEEN = Duration.ofHours(1);

    private final int index;
    private final MemberSite site;
    private final MemberDriver.OfRun run;

    private volatile Optional<PreflightReport> preflight = Optional.empty();
    private volatile Optional<Kept> kept = Optional.empty();

    /** Why a report of this member, of either kind, cannot be used; nothing more is fetched then. */
    private volatile Optional<String> refusedBecause = Optional.empty();

    private record Kept(ReportReceipt receipt, ReportShelf.Kept report) {}

    /**
     * None yet.
     *
     * @param index the member's
     */
    FetchedReports(int index, MemberSite site, MemberDriver.OfRun run) {
        this.index = index;
        this.site = site;
        this.run = run;
    }

    /** What the member sent and received in the pre-flight, once fetched. */
    Optional<PreflightReport> preflight() {
        return preflight;
    }

    /** The report of the run, once fetched, read from where it is kept. */
    Optional<MemberReport> report() {
        return kept.map(there -> there.report().read());
    }

    /** What the member gave when it was asked for its report; empty if nothing yet. */
    Optional<ReportReceipt> receipt() {
        return kept.map(Kept::receipt)
                .or(() -> refusedBecause.map(
                        why -> ReportReceipt.unreadable(run.status().get().runId(), index, why)));
    }

    /** Whether nothing is to be asked for any more: the first answer counts. */
    boolean isAnswered() {
        return kept.isPresent() || refusedBecause.isPresent();
    }

    /**
     * Fetches the report of the pre-flight.
     *
     * @throws MemberCallException if the member does not answer
     */
    void fetchPreflight(MemberClient client) throws MemberCallException {
        fetch(() ->
                client.preflightReport(run.reports().room(), run.reportTurns(), given -> takePreflight(client, given)));
    }

    /**
     * Fetches the report of the run.
     *
     * @throws MemberCallException if the member does not answer
     */
    void fetchReport(MemberClient client) throws MemberCallException {
        fetch(() -> client.report(
                run.reports().room(), run.reportTurns(), (given, json) -> takeReport(client, given, json)));
    }

    /** What a member answers that is no report, it would answer again. */
    private void fetch(Fetching fetching) throws MemberCallException {
        try {
            fetching.fetch();
        } catch (MemberCallException e) {
            if (e.kind() != MemberCallException.Kind.BAD_ANSWER) {
                throw e;
            }
            refusedBecause = Optional.of(e.getMessage());
        }
    }

    private void takePreflight(MemberClient client, PreflightReport given) {
        int members = run.status().get().members().size();
        Optional<String> problem = new PreflightCheck(index, members).problem(given);
        if (problem.isPresent()) {
            refusedBecause = problem.map(why -> "the pre-flight report of " + client.member() + " is invalid: " + why);
        } else {
            preflight = Optional.of(given);
        }
    }

    private void takeReport(MemberClient client, MemberReport given, byte[] json) {
        refusedBecause = check().problem(given)
                .map(why -> "the report of " + client.member() + " is invalid: " + why)
                .or(() -> run.reports().hasNoRoomFor(given, json.length).map(why -> client.who() + why));
        if (refusedBecause.isEmpty()) {
            keep(given);
        }
    }

    private void keep(MemberReport given) {
        try {
            kept = Optional.of(
                    new Kept(ReportReceipt.of(given), run.reports().shelf().keep(given)));
        } catch (UncheckedIOException e) {
            refusedBecause = Optional.of(e.getMessage());
        }
    }

    private ReportCheck check() {
        RunStatus status = run.status().get();
        long nanosSinceBegin = run.clock().epochNanos() - status.beganEpochNanos();
        return new ReportCheck(
                status.runId(),
                status.members().get(index).name(),
                index,
                status.members().size(),
                site.join(Duration.ZERO).workload().workloadType(),
                LONGER_THAN_SEEN.plusNanos(Math.max(0, nanosSinceBegin)));
    }

    /** A call that brings a report. */
    @FunctionalInterface
    private interface Fetching {
        void fetch() throws MemberCallException;
    }
}
