package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;
import static io.jgbench.coordination.judge.Wording.where;
import static io.jgbench.coordination.words.Numbers.millis;

import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.spec.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What hosts, network and stack say about a run, from the members' counters. A view that changed invalidates: members
 * had lost each other. All else a stack can repair, at a cost that the figure holds.
 */
final class EnvironmentJudge {
    private final List<MemberResult> members;
    private final RunCounts counts;
    private final PairMatrix pairs;
    private final RunSpec spec;
    private final Optional<Bottleneck> bottleneck;

    /** Of a run. */
    EnvironmentJudge(
            RunSpec spec,
            List<MemberResult> members,
            List<SharedKernel> shared,
            PairMatrix pairs,
            Optional<Bottleneck> bottleneck) {
        this.spec = spec;
        this.members = members;
        this.counts = new RunCounts(members, shared);
        this.pairs = pairs;
        this.bottleneck = bottleneck;
    }

    List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        counts.finding(Reason.VIEW_CHANGED, "The view changed", Counters.VIEW_CHANGES)
                .ifPresent(findings::add);
        findings.addAll(new NetworkJudge(spec.workload(), counts, pairs).findings());
        findings.addAll(new HostJudge(members, bottleneck).findings());
        flowControl().ifPresent(findings::add);
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        new MemberVersions(reports).finding().ifPresent(findings::add);
        new SharedHosts(members.size(), reports).finding().ifPresent(findings::add);
        new UnsampledMembers(reports).finding().ifPresent(findings::add);
        findings.addAll(new HostLinks(reports, spec.lineRateBitsPerSecond()).findings());
        return findings;
    }

    private Optional<Finding> flowControl() {
        return where(
                        members,
                        member -> member.counter(Counters.FLOW_CONTROL_BLOCKS) > 0,
                        member -> grouped(member.counter(Counters.FLOW_CONTROL_BLOCKS)) + " times ("
                                + millis(member.counter(Counters.FLOW_CONTROL_BLOCKED_NANOS)) + ")")
                .map(where -> Reason.FLOW_CONTROL_BLOCKED.found("Flow control held senders back: " + where + "."));
    }
}
