package io.jgbench.e2e.faults;

import io.jgbench.e2e.faults.plan.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is seen of a round while it goes on. */
final class RoundFindings {
    private final List<String> objections = new ArrayList<>();
    private Optional<Stage> struck = Optional.empty();
    private Optional<String> unplanted = Optional.empty();
    private String ended = "not seen";
    private Duration took = Duration.ZERO;
    private RoundOutcome.Hosts hosts = RoundOutcome.Hosts.NOT_COMPARED;

    void object(String sentence) {
        objections.add(sentence);
    }

    /** The fault struck a run that was in this stage. */
    void strike(Stage stage) {
        struck = Optional.of(stage);
    }

    /** Its fault could not be planted, and the stage was over by then. */
    void leaveUnplanted(String why) {
        // in one line, as what a program said may have several
        unplanted = Optional.of(why.strip().replaceAll("\\s+", " "));
    }

    void end(String how, Duration lasting) {
        ended = how;
        took = lasting;
    }

    void compare(RoundOutcome.Hosts compared) {
        hosts = compared;
    }

    Optional<Stage> struck() {
        return struck;
    }

    String ended() {
        return unplanted
                .map(why -> ended + "; the fault could not be planted: " + why)
                .orElse(ended);
    }

    Duration took() {
        return took;
    }

    RoundOutcome.Hosts hosts() {
        return hosts;
    }

    List<String> objections() {
        return List.copyOf(objections);
    }

    Verdict verdict() {
        if (!objections.isEmpty()) {
            return Verdict.FAILED;
        }
        return struck.isPresent() ? Verdict.PASSED : Verdict.MISSED;
    }
}
