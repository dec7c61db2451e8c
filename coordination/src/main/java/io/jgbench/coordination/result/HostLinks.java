package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The members' links as their hosts tell them. */
public final class HostLinks {
    private static final double BITS_PER_GIGABIT = 1e9;
    private static final double BITS_PER_MEGABIT = 1e6;
    private static final String HALF = "half";

    /** No faster Ethernet has it; a driver that leaves the field empty says half as well. */
    private static final long FASTEST_HALF_DUPLEX = 1_000_000_000;

    private final List<MemberReport> reports;
    private final Optional<Long> declaredBitsPerSecond;

    /**
     * The links of the members that reported.
     *
     * @param declaredBitsPerSecond the line rate of those whose hosts do not tell, if the run file says it
     */
    public HostLinks(List<MemberReport> reports, Optional<Long> declaredBitsPerSecond) {
        this.reports = List.copyOf(reports);
        this.declaredBitsPerSecond = Objects.requireNonNull(declaredBitsPerSecond, "declaredBitsPerSecond");
    }

    /**
     * The slowest line rate with the smallest MTU: all members go at the pace of the narrowest link. Empty unless each
     * member knows both. To be asked for where each member has a host of its own.
     */
    public Optional<Link> narrowest() {
        // Less than a byte a second is no link, and nothing can be counted by it.
        var rates = all(HostFact.LINE_RATE_BITS_PER_SECOND).stream()
                .map(rate -> Math.max(rate, Byte.SIZE))
                .toList();
        var mtus = all(HostFact.MTU);
        boolean isKnown = rates.size() == reports.size();
        if (reports.isEmpty() || mtus.size() < reports.size() || (!isKnown && declaredBitsPerSecond.isEmpty())) {
            return Optional.empty();
        }
        int mtu = Math.toIntExact(
                Math.clamp(mtus.stream().mapToLong(Long::longValue).min().orElseThrow(), Link.MIN_MTU_BYTES, 65_535));
        Optional<Link> slowest = rates.stream().min(Long::compare).map(rate -> Link.ethernet(rate, mtu));
        Optional<Link> declared = declaredBitsPerSecond
                .filter(_ -> !isKnown)
                .map(rate -> Link.ethernet(rate, mtu).asDeclared());
        return Stream.of(declared, slowest)
                .flatMap(Optional::stream)
                .min(Comparator.comparingLong(Link::bytesPerSecond));
    }

    /**
     * A member's own link.
     *
     * @param narrowest of all members' links, which is taken where nobody tells
     * @param declared the line rate of those whose hosts do not tell, if the run file says it
     */
    public static Link of(MemberResult member, Link narrowest, Optional<Long> declared) {
        return rate(member)
                .or(() -> declared)
                .filter(rate -> rate / Byte.SIZE > narrowest.bytesPerSecond())
                .map(rate -> Link.ethernet(rate, narrowest.mtuBytes()))
                .orElse(narrowest);
    }

    /**
     * The fastest of the members' own links, which is the narrowest one where all are alike.
     *
     * @param narrowest as of {@link #of}
     */
    public static Link fastest(RunResult run, Link narrowest) {
        return run.members().stream()
                .map(member -> of(member, narrowest, run.spec().lineRateBitsPerSecond()))
                .max(Comparator.comparingLong(Link::bytesPerSecond))
                .orElse(narrowest);
    }

    /** The link that all members have; empty where it is not known, or their line rates differ. */
    public static Optional<Link> ofAll(RunResult run) {
        return run.link()
                .filter(narrowest ->
                        areAlike(run.members(), narrowest, run.spec().lineRateBitsPerSecond()));
    }

    /**
     * Whether the members' own links all have the line rate of the narrowest one.
     *
     * @param narrowest as of {@link #of}
     * @param declared as of {@link #of}
     */
    public static boolean areAlike(List<MemberResult> members, Link narrowest, Optional<Long> declared) {
        return members.stream()
                .allMatch(member -> of(member, narrowest, declared).bytesPerSecond() == narrowest.bytesPerSecond());
    }

    private static Optional<Long> rate(MemberResult member) {
        return member.report().flatMap(report -> number(report, HostFact.LINE_RATE_BITS_PER_SECOND));
    }

    /** What is wrong with them, or not known of them; empty where nothing is. */
    public List<Finding> findings() {
        return List.of(ratesThatDiffer(), ratesThatContradict(), mtusThatDiffer(), halfDuplex(), ratesThatAreNotKnown())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> ratesThatDiffer() {
        return all(HostFact.LINE_RATE_BITS_PER_SECOND).stream().distinct().count() < 2
                ? Optional.empty()
                : finding(
                        Severity.WARNING,
                        "The line rates differ, and what is sent to all goes at the pace of the slowest: "
                                + each(HostFact.LINE_RATE_BITS_PER_SECOND, HostLinks::rate) + ".");
    }

    private Optional<Finding> ratesThatContradict() {
        return declaredBitsPerSecond
                .filter(declared ->
                        all(HostFact.LINE_RATE_BITS_PER_SECOND).stream().anyMatch(known -> !known.equals(declared)))
                .flatMap(declared -> finding(
                        Severity.WARNING,
                        "placement.lineRate says " + rate(declared) + ", but what the hosts tell counts: "
                                + each(HostFact.LINE_RATE_BITS_PER_SECOND, HostLinks::rate) + "."));
    }

    private Optional<Finding> mtusThatDiffer() {
        return all(HostFact.MTU).stream().distinct().count() < 2
                ? Optional.empty()
                : finding(
                        Severity.WARNING,
                        "The MTUs differ, and packets that are larger than the smallest are lost or cut: "
                                + each(HostFact.MTU, Object::toString) + ".");
    }

    /** Members send and receive at once, for which such a link has half of its rate, less what collides. */
    private Optional<Finding> halfDuplex() {
        String which = reports.stream()
                .filter(report -> report.fact(HostFact.NIC_DUPLEX).equals(Optional.of(HALF)))
                .filter(report -> number(report, HostFact.LINE_RATE_BITS_PER_SECOND)
                        .filter(rate -> rate <= FASTEST_HALF_DUPLEX)
                        .isPresent())
                .map(report -> report.member()
                        + report.fact(HostFact.INTERFACE).map(nic -> " " + nic).orElse(""))
                .collect(Collectors.joining(", "));
        return which.isEmpty()
                ? Optional.empty()
                : finding(
                        Severity.WARNING,
                        "Links are half duplex, and carry nothing one way while they carry something the other way: "
                                + which + ". The other end may be set to full duplex, or not negotiate.");
    }

    private Optional<Finding> ratesThatAreNotKnown() {
        int known = all(HostFact.LINE_RATE_BITS_PER_SECOND).size();
        return known == 0 || known == reports.size() || declaredBitsPerSecond.isPresent()
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

    private static String rate(long bitsPerSecond) {
        return bitsPerSecond < BITS_PER_GIGABIT
                ? String.format(Locale.ROOT, "%,.0f Mbit/s", bitsPerSecond / BITS_PER_MEGABIT)
                : String.format(Locale.ROOT, "%.1f Gbit/s", bitsPerSecond / BITS_PER_GIGABIT);
    }
}
