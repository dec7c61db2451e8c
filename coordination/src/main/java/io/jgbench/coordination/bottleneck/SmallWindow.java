package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.util.Locale;
import java.util.Optional;

/** A flow-control window that is smaller than hosts and links have room for. */
record SmallWindow(RunLoad run, FlowControlWaits waits) {
    /** CPU time of a host that is left where its CPUs are not what bounds. */
    static final double IDLE = 0.2;

    /** A window for which there is room many times over costs more in waking up than in waiting. */
    static final double FAR_SMALLER = 4;

    static final double SMALLER = 2;

    /** A window that is far smaller than it could be: also on a busy host, which is busy with handing credits out. */
    Optional<Bottleneck> farTooSmallWindow() {
        return waits.awaited().isPresent() || run.members().stream().anyMatch(new MemberComparison(run)::isSlower)
                ? Optional.empty()
                : window(FAR_SMALLER);
    }

    /** A window that is smaller than it could be, where nothing else is busy. */
    Optional<Bottleneck> window() {
        return waits.awaited().isPresent() || run.members().stream().anyMatch(MemberLoad::isBusy) || leastIdle() < IDLE
                ? Optional.empty()
                : window(SMALLER);
    }

    private Optional<Bottleneck> window(double timesSmaller) {
        return run.window()
                .filter(window -> waits.holdSendersBack() && window.roomBytes() >= timesSmaller * window.bytes())
                .map(window -> Bottleneck.limit(
                        BottleneckType.FLOW_CONTROL_WINDOW,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time for credits, with windows of %,d"
                                        + " bytes where there is room for %,d: it is the flow-control window. Measure"
                                        + " again with a larger stack.window.",
                                percent(waits.share()),
                                window.bytes(),
                                window.roomBytes())));
    }

    private double leastIdle() {
        return run.members().stream()
                .flatMapToDouble(member -> member.idleShare().stream())
                .min()
                .orElse(0);
    }
}
