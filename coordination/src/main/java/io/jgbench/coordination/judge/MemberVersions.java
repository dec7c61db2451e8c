package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says where members do not run the same program, such as where a node kept an older image under the same tag. What was
 * measured then is a mixture that nobody has declared. Nothing is said of what a member could not tell.
 */
final class MemberVersions {
    /** Facts without which it is not known what was measured. */
    private static final List<Part> DECIDING = List.of(
            new Part(HostFact.JGBENCH, "version of jgbench"),
            new Part(HostFact.JGBENCH_COMMIT, "commit of jgbench"),
            new Part(HostFact.JGROUPS, "version of JGroups"));

    /** Facts that may differ for good reasons, such as CPUs of two kinds, whose images are built apart. */
    private static final List<Part> OTHERS = List.of(
            new Part(HostFact.JDK, "version of the Java runtime"),
            new Part(HostFact.IMAGE_DIGEST, "digest of their image"));

    private static final int MOST_NAMES = 5;

    private final List<MemberReport> reports;

    /** Of the reports of a run. */
    MemberVersions(List<MemberReport> reports) {
        this.reports = reports;
    }

    Optional<Finding> finding() {
        String deciding = sentences(DECIDING);
        String others = sentences(OTHERS);
        if (deciding.isEmpty() && others.isEmpty()) {
            return Optional.empty();
        }
        String all = deciding.isEmpty() || others.isEmpty() ? deciding + others : deciding + " " + others;
        return Optional.of(Reason.VERSIONS_DIFFER.found(deciding.isEmpty() ? Severity.WARNING : Severity.INVALID, all));
    }

    private String sentences(List<Part> parts) {
        return parts.stream().flatMap(part -> sentence(part).stream()).collect(Collectors.joining(" "));
    }

    private Optional<String> sentence(Part part) {
        HostFact fact = part.fact();
        Map<String, List<String>> membersByValue = reports.stream()
                .filter(report -> report.fact(fact).isPresent())
                .collect(Collectors.groupingBy(
                        report -> report.fact(fact).orElseThrow(),
                        TreeMap::new,
                        Collectors.mapping(MemberReport::member, Collectors.toList())));
        if (membersByValue.size() < 2) {
            return Optional.empty();
        }
        return Optional.of("Members differ in the " + part.words() + ": "
                + membersByValue.entrySet().stream()
                        .map(entry -> entry.getKey() + " at " + names(entry.getValue()))
                        .collect(Collectors.joining("; "))
                + ".");
    }

    private static String names(List<String> members) {
        String named = members.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return members.size() > MOST_NAMES ? named + " and " + (members.size() - MOST_NAMES) + " more" : named;
    }

    private record Part(HostFact fact, String words) {}
}
