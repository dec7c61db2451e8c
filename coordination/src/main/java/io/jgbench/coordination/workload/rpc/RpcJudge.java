package io.jgbench.coordination.workload.rpc;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.Wording;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TargetRate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Looks for requests that were not answered, and for an open loop that did not keep its rate.
 *
 * <p>A request that timed out or failed invalidates a run over any transport: the rate counts those that happened to be
 * answered, and a caller that waited for nothing offered less load meanwhile.
 */
final class RpcJudge {
    private final boolean reliable;
    private final RpcSpec spec;
    private final List<RpcType.Member> members;
    private final RpcAccounts accounts;
    private final boolean complete;
    private final List<Finding> findings = new ArrayList<>();

    RpcJudge(RpcType.Evidence evidence, RpcAccounts accounts) {
        this.reliable = evidence.run().reliable();
        this.spec = evidence.spec();
        this.members = evidence.complete();
        this.accounts = accounts;
        this.complete = evidence.allComplete();
    }

    List<Finding> findings() {
        var promise = reliable ? "" : " The transport does not guarantee delivery.";
        requestsThat(
                Reason.REQUESTS_TIMED_OUT,
                "were not answered within " + spec.requestTimeout().toMillis() + " ms",
                RpcReport::timedOut,
                promise);
        requestsThat(Reason.REQUESTS_FAILED, "could not be sent or were answered wrongly", RpcReport::failed, "");
        accountsThatDiffer();
        ratesThatAreNone();
        ratesThatWereNotKept();
        return findings;
    }

    private void requestsThat(Reason reason, String what, ToLongFunction<RpcReport> count, String addition) {
        long requests =
                members.stream().mapToLong(member -> member.report().requests()).sum();
        Wording.share(members, requests, "requests", what, member -> count.applyAsLong(member.report()))
                .ifPresent(sentence -> add(reason, sentence + addition));
    }

    private void accountsThatDiffer() {
        if (complete && !accounts.addUp()) {
            add(
                    Reason.ACCOUNTS_DIFFER,
                    ("%s requests are not the %s done, %s timed out and %s failed, or the %s calls sent do not go with"
                                    + " the %s served and %s answered.")
                            .formatted(
                                    grouped(accounts.requests()),
                                    grouped(accounts.done()),
                                    grouped(accounts.timedOut()),
                                    grouped(accounts.failed()),
                                    grouped(accounts.callsSent()),
                                    grouped(accounts.callsServed()),
                                    grouped(accounts.callsAnswered())));
        }
    }

    private void ratesThatAreNone() {
        Wording.names(members, member -> member.figures().requestsPerSecond() == 0)
                .ifPresent(without -> add(
                        Reason.TOO_FEW_MESSAGES,
                        "A rate needs at least one request that was answered in the measured time; this is not so at "
                                + without + "."));
    }

    private void ratesThatWereNotKept() {
        spec.targetRate().ifPresent(target -> {
            var asked = new TargetRate(target);
            Wording.where(
                            members.stream()
                                    .filter(member -> member.report().openLoop().isPresent())
                                    .toList(),
                            member -> asked.isMissedBy(begunPerSecond(member, target)),
                            member -> grouped(Math.round(begunPerSecond(member, target))))
                    .ifPresent(where -> add(
                            Reason.TARGET_RATE_MISSED,
                            ("Fewer requests a second than the %s that rpc.targetRate asks for were begun: %s."
                                            + " More callers (rpc.concurrency) or a lower rate may help.")
                                    .formatted(grouped(target), where)));
        });
    }

    private static double begunPerSecond(RpcType.Member member, int target) {
        return target * member.report().openLoop().orElseThrow().keptShare();
    }

    private void add(Reason reason, String evidence) {
        findings.add(reason.found(WorkloadSettings.Type.RPC, evidence));
    }
}
