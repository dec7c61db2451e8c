package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.Verdict;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FirstCauseTest {
    private static final Bottleneck FAULT =
            new Bottleneck(BottleneckType.LOSS, Optional.of("member-1"), true, "it is loss");
    private static final Bottleneck LIMIT =
            new Bottleneck(BottleneckType.HOST_CPU, Optional.of("member-0 and 3 more"), false, "it is the CPUs");
    private static final Bottleneck WINDOW =
            new Bottleneck(BottleneckType.FLOW_CONTROL_WINDOW, Optional.empty(), false, "it is the window");
    private static final Finding WARNING = Reason.GC_PAUSES.found("member-2 6 %");

    @Test
    void failureStandsBeforeAllAndRightAfterItWhatHeldTheRunUntilThen() {
        var failure = Optional.of(new RunFailure(FailureReason.STALLED, RunPhase.RUNNING, "nobody went on"));
        Verdict verdict = Verdict.of(List.of(Reason.VIEW_CHANGED.found("member-1 1")), Optional.of(FAULT));

        var known = FirstCause.of(failure, verdict, Optional.of(FAULT), FirstCause::countsWhenSteady);
        var unknown = FirstCause.of(failure, verdict, Optional.empty(), FirstCause::countsWhenSteady);

        assertThat(known.word()).isEqualTo("Stalled, Loss member-1");
        assertThat(known.evidence()).isEqualTo("nobody went on. it is loss");
        assertThat(unknown.word()).isEqualTo("Stalled");
        assertThat(unknown.evidence()).isEqualTo("nobody went on");
    }

    @Test
    void whatInvalidatesStandsBeforeTheBottleneck() {
        assertThat(first(Optional.empty(), FAULT, WARNING, Reason.VIEW_CHANGED.found("member-1 1")))
                .isEqualTo("ViewChanged");
    }

    @Test
    void bottleneckThatIsAFaultStandsBeforeWarnings() {
        assertThat(first(Optional.empty(), FAULT, WARNING)).isEqualTo("Loss member-1");
    }

    @Test
    void warningStandsBeforeABottleneckThatIsNoFault() {
        assertThat(first(Optional.empty(), LIMIT, WARNING)).isEqualTo("GcPauses");
    }

    @Test
    void whatTheShortWarmUpBringsAboutIsNoCause() {
        assertThat(first(Optional.empty(), LIMIT, Reason.NOT_STEADY.found("it rose")))
                .isEqualTo("HostCpu member-0 and 3 more");
    }

    @Test
    void whereMembersWereSteadyEachWarningIsACause() {
        assertThat(firstWhenSteady(LIMIT, Reason.NOT_STEADY.found("it rose"))).isEqualTo("NotSteady");
    }

    @Test
    void informationThatFitsTheBottleneckStandsBeforeWarnings() {
        Finding information = Reason.FLOW_CONTROL_BLOCKED.found("member-0 645 times");
        assertThat(information.severity()).isEqualTo(Severity.INFO);

        assertThat(first(Optional.empty(), WINDOW, WARNING, information)).isEqualTo("FlowControlWindow");
        assertThat(first(Optional.empty(), LIMIT, WARNING, information)).isEqualTo("GcPauses");
        assertThat(firstWhenSteady(WINDOW, WARNING, information)).isEqualTo("GcPauses");
    }

    private static String first(Optional<RunFailure> failure, Bottleneck bottleneck, Finding... findings) {
        return first(failure, bottleneck, FirstCause::countsAfterAShortWarmUp, findings);
    }

    private static String firstWhenSteady(Bottleneck bottleneck, Finding... findings) {
        return first(Optional.empty(), bottleneck, FirstCause::countsWhenSteady, findings);
    }

    private static String first(
            Optional<RunFailure> failure, Bottleneck bottleneck, Predicate<Finding> counts, Finding... findings) {
        Optional<Bottleneck> held = Optional.of(bottleneck);
        return FirstCause.of(failure, Verdict.of(List.of(findings), held), held, counts)
                .word();
    }
}
