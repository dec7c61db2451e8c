package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The members' links as their hosts tell them. */
public final class HostLinks {
    private static final double BITS_PER_GIGABIT = 1e9;

    private final List<MemberReport> reports;

    /** The links of the members that reported. */
    public HostLinks(List<MemberReport> reports) {
        this.reports = List.copyOf(reports);
    }

    /**
     * The slowest line rate with the smallest MTU: all members go at the pace of the narrowest link. Empty unless each
     * member knows both. To be asked for where each member has a host of its own.
     */
    public Optional<Link> narrowest() {
        var rates = all(HostFact.LINE_RATE_BITS_PER_SECOND);
        var mtus = all(HostFact.MTU);
        if (reports.isEmpty() || rates.size() < reports.size() || mtus.size() < reports.size()) {
            return Optional.empty();
        }
        long mtu = mtus.stream().mapToLong(Long::longValue).min().orElseThrow();
        return rates.stream()
                .min(Long::compare)
                .map(slowest -> Link.ethernet(slowest, Math.toIntExact(Math.clamp(mtu, Link.MIN_MTU_BYTES, 65_535))));
    }

    List<Finding> findings() {
        return List.of(ratesThatDiffer(), mtusThatDiffer(), ratesThatAreNotKnown()).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> ratesThatDiffer() {
        return all(HostFact.LINE_RATE_BITS_PER_SECOND).stream().distinct().count() < 2
                ? Optional.empty()
                : finding(
                        Severity.WARNING,
                        "The line rates differ, and the slowest counts for the limit: "
                                + each(HostFact.LINE_RATE_BITS_PER_SECOND, HostLinks::gigabits) + ".");
    }

    private Optional<Finding> mtusThatDiffer() {
        return all(HostFact.MTU).stream().distinct().count() < 2
                ? Optional.empty()
                : finding(
                        Severity.WARNING,
                        "The MTUs differ, and packets that are larger than the smallest are lost or cut: "
                                + each(HostFact.MTU, Object::toString) + ".");
    }

    private Optional<Finding> ratesThatAreNotKnown() {
        int known = all(HostFact.LINE_RATE_BITS_PER_SECOND).size();
        return known == 0 || known == reports.size()
                ? Optional.empty()
                : finding(
                        Severity.INFO,
                        "No limit can be stated, as the line rate is not known everywhere: "
                                + reports.stream()
                                        .filter(report -> number(report, HostFact.LINE_RATE_BITS_PER_SECOND)
                                                .isEmpty())
                                        .map(report -> report.member() + " "
                                                + report.fact(HostFact.INTERFACE)
                                                        .orElse(HostSnapshot.UNKNOWN))
                                        .collect(Collectors.joining(", "))
                                + ".");
    }

    private static Optional<Finding> finding(Severity severity, String evidence) {
        return Optional.of(Reason.LINKS_DIFFER.found(severity, evidence));
    }

    private String each(HostFact fact, Function<Long, String> text) {
        return reports.stream()
                .flatMap(
                        report -> number(report, fact).map(value -> report.member() + " " + text.apply(value)).stream())
                .collect(Collectors.joining(", "));
    }

    private List<Long> all(HostFact fact) {
        return reports.stream().flatMap(report -> number(report, fact).stream()).toList();
    }

    private static Optional<Long> number(MemberReport report, HostFact fact) {
        return report.fact(fact)
                .filter(text -> text.matches("[1-9][0-9]{0,17}"))
                .map(Long::valueOf);
    }

    private static String gigabits(long bitsPerSecond) {
        return String.format(Locale.ROOT, "%.1f Gbit/s", bitsPerSecond / BITS_PER_GIGABIT);
    }
}
