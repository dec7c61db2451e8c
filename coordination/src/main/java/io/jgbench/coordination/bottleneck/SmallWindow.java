package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A flow-control window that is smaller than hosts and links have room for. */
record SmallWindow(RunLoad run, FlowControlWaits waits) {
    /** CPU time of a host that is left where its CPUs are not what bounds. */
    static final double IDLE = 0.2;

    /** A window for which there is room many times over costs more in waking up than in waiting. */
    static final double FAR_SMALLER = 4;

    static final double SMALLER = 2;

    /** A receiver that takes less of a CPU has time, on whatever threads it runs. */
    static final double HAS_TIME = 0.5;

    /** Part of a window. If this much of it waits in the sockets, the links are the cause and not the window. */
    static final double MOST = 0.5;

    /** A window that is far smaller than it could be: also on a busy host, which is busy with handing credits out. */
    Optional<Bottleneck> farTooSmallWindow() {
        return waits.awaited().isPresent() ? Optional.empty() : window(FAR_SMALLER);
    }

    /** A window that is smaller than it could be, where nothing else is busy. */
    Optional<Bottleneck> window() {
        return run.members().stream().anyMatch(MemberLoad::isBusy) || leastIdle() < IDLE
                ? Optional.empty()
                : window(SMALLER);
    }

    private Optional<Bottleneck> window(double timesSmaller) {
        return run.window()
                .filter(window -> waits.holdSendersBack() && window.roomBytes() >= timesSmaller * window.bytes())
                .filter(window -> nobodyIsSlower() && !mostWaitsToBeSent(window))
                .map(window -> Bottleneck.limit(
                        BottleneckType.FLOW_CONTROL_WINDOW,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time for credits, with windows of %,d"
                                        + " bytes where there is room for %,d: it is the flow-control window. Measure"
                                        + " again with a larger %s.",
                                percent(waits.share()),
                                window.bytes(),
                                window.roomBytes(),
                                setting())));
    }

    /** What a run may declare a window by; only the bundled udp and its variants, which go over UDP, have one. */
    private String setting() {
        return run.members().stream().anyMatch(member -> member.layer() == Layer.TCP)
                ? "max_credits of MFC and UFC in the stack (the bundled tcp and its variants take that of MFC from"
                        + " -Djgbench.tcp.credits= in jvm.options)"
                : "stack.window";
    }

    private boolean nobodyIsSlower() {
        if (waits.awaitedForRoom().isPresent() || !waits.allWithoutRoom().isEmpty()) {
            return false;
        }
        var comparison = new MemberComparison(run);
        return waits.onlyReceiver()
                .map(SmallWindow::hasTime)
                .orElseGet(() -> waits.awaited().isEmpty()
                        && !waits.areUneven()
                        && !comparison.differInCpu()
                        && run.members().stream().noneMatch(comparison::isSlower));
    }

    /** A sender waits for its only receiver, whatever holds it, so that this one has to show that it has time. */
    private static boolean hasTime(MemberLoad receiver) {
        return receiver.knows(Counters.CPU_NANOS)
                && receiver.share(Counters.CPU_NANOS) < HAS_TIME
                && receiver.receiveQueueBytes().orElse(MemberComparison.LEAST_QUEUE_BYTES)
                        < MemberComparison.LEAST_QUEUE_BYTES;
    }

    private boolean mostWaitsToBeSent(RunLoad.Window window) {
        List<MemberLoad> senders =
                run.members().stream().filter(MemberLoad::sender).toList();
        return !senders.isEmpty()
                && senders.stream()
                        .allMatch(sender -> sender.sendQueueBytes().orElse(0)
                                >= Math.max(
                                        new LinkQueue(sender).leastBytesOfASlowLink(), MOST * letOut(window, sender)));
    }

    /** TCP sends each receiver a copy of its own. */
    private double letOut(RunLoad.Window window, MemberLoad sender) {
        return window.bytes()
                * (double) (sender.layer() == Layer.TCP ? run.members().size() - 1 : 1);
    }

    private double leastIdle() {
        return run.members().stream()
                .flatMapToDouble(member -> member.idleShare().stream())
                .min()
                .orElse(0);
    }
}
