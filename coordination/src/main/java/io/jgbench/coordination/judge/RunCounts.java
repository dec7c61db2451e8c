package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The counters of a run. What a kernel counts for several members together counts once.
 *
 * @param members the run's members, with what each counted alone
 * @param shared what kernels counted for several of them
 */
record RunCounts(List<MemberResult> members, List<SharedKernel> shared) {

    /** Copies the lists. */
    RunCounts {
        members = List.copyOf(members);
        shared = List.copyOf(shared);
    }

    long total(String counter) {
        return each(counter).sum();
    }

    /** Of each member, and of those together for which a kernel keeps it. */
    LongStream each(String counter) {
        return LongStream.concat(
                members.stream().mapToLong(member -> member.counter(counter)),
                shared.stream().mapToLong(kernel -> kernel.counter(counter)));
    }

    /** Whether it holds of what one member counted, or of what one kernel counted for several of them. */
    boolean anyOwner(Predicate<ToLongFunction<String>> condition) {
        return members.stream().anyMatch(member -> condition.test(member::counter))
                || shared.stream().anyMatch(kernel -> condition.test(kernel::counter));
    }

    /** The finding with who counted what; empty where nothing was counted. */
    Optional<Finding> finding(Reason reason, String what, String... counters) {
        return where(counters).map(where -> reason.found(what + ": " + where + "."));
    }

    /** The finding, where its severity depends on how much was counted. */
    Optional<Finding> finding(Severity severity, Reason reason, String what, String... counters) {
        return where(counters).map(where -> reason.found(severity, what + ": " + where + "."));
    }

    private Optional<String> where(String... counters) {
        var where = Stream.concat(
                        members.stream().flatMap(member -> said(member.name(), member::counter, counters)),
                        shared.stream().flatMap(kernel -> said(kernel.names(), kernel::counter, counters)))
                .collect(Collectors.joining(", "));
        return where.isEmpty() ? Optional.empty() : Optional.of(where);
    }

    private static Stream<String> said(String name, ToLongFunction<String> count, String... counters) {
        var said = Stream.of(counters)
                .filter(counter -> count.applyAsLong(counter) > 0)
                .map(counter -> grouped(count.applyAsLong(counter)) + " " + counter)
                .collect(Collectors.joining(" and "));
        return said.isEmpty() ? Stream.empty() : Stream.of(name + " " + said);
    }
}
