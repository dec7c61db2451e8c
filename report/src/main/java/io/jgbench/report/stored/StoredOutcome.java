package io.jgbench.report.stored;

import com.fasterxml.jackson.databind.JsonNode;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.difference.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what a stored run came to. It is read as a tree, as it may be of another version. */
final class StoredOutcome {
    private final JsonNode run;
    private final List<Found> findings;

    private StoredOutcome(JsonNode run, List<Found> findings) {
        this.run = run;
        this.findings = findings;
    }

    private record Found(Severity severity, String reason, String evidence) {

        private String inWords() {
            return severity.label() + " " + reason + ": " + evidence;
        }
    }

    /**
     * That of one repetition of a full result.
     *
     * @param place where it is from, for messages
     * @throws StoredResultException if it has a finding of a severity that this version does not know
     */
    static StoredOutcome of(String place, JsonNode run) throws StoredResultException {
        List<Found> findings = new ArrayList<>();
        for (JsonNode finding : run.path("verdict").path("findings")) {
            String word = finding.path("severity").asText();
            Severity severity = Severity.of(word)
                    .orElseThrow(() -> new StoredResultException(place + " has a finding of severity \"" + word
                            + "\", which this version of jgbench does not know; take the one that wrote it."));
            findings.add(new Found(
                    severity,
                    finding.path("reason").asText(),
                    finding.path("evidence").asText()));
        }
        return new StoredOutcome(run, List.copyOf(findings));
    }

    /** Whether it has figures and nothing invalidates them. */
    boolean isValid() {
        return run.path("figures").isObject() && of(Severity.INVALID).findAny().isEmpty();
    }

    /** What it came to, in words. */
    RunOutcome read() {
        List<String> told = findings.stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .map(Found::inWords)
                .toList();
        return new RunOutcome(
                verdict(), bottleneck(), told, Math.toIntExact(of(Severity.INFO).count()));
    }

    private String verdict() {
        JsonNode failure = run.path("failure");
        if (failure.isObject()) {
            return "FAILED, " + failure.path("reason").asText() + ": "
                    + failure.path("message").asText();
        }
        return of(Severity.INVALID)
                .findFirst()
                .map(finding -> "INVALID, " + finding.reason())
                .orElse(isValid() ? "VALID" : "INVALID, it has no figures");
    }

    private Optional<String> bottleneck() {
        JsonNode found = run.path("bottleneck");
        if (!found.isObject()) {
            return Optional.empty();
        }
        String member = found.path("member").asText("");
        return Optional.of(found.path("type").asText() + (member.isEmpty() ? "" : ", " + member) + ": "
                + found.path("message").asText());
    }

    private Stream<Found> of(Severity severity) {
        return findings.stream().filter(finding -> finding.severity() == severity);
    }
}
