package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Specs for tests, changed one setting at a time. */
record TestBus(Sending sending, Processing processing, Duration duration, boolean relay) {
    static final Duration SHORT = Duration.ofMillis(200);

    static TestBus streaming() {
        return new TestBus(
                MessageBusSpecSendingBuilder.builder()
                        .threads(1)
                        .smallestBytes(100)
                        .largestBytes(100)
                        .cached(false)
                        .flushFrequency(0)
                        .latencyFrequency(10)
                        .receipts(true)
                        .polite(false)
                        .block(false)
                        .blockSpin(Duration.ZERO)
                        .build(),
                new Processing(0, 0, Optional.empty(), false),
                SHORT,
                false);
    }

    MessageBusSpec spec() {
        return specReporting(Duration.ofMillis(50));
    }

    /** With another time between two samples of the time series. */
    MessageBusSpec specReporting(Duration interval) {
        return new MessageBusSpec(sending, processing, duration, Warmup.of(50), interval, relay);
    }

    TestBus lasting(Duration other) {
        return new TestBus(sending, processing, other, relay);
    }

    TestBus passingOn() {
        return new TestBus(sending, processing, duration, true);
    }

    TestBus blocking() {
        return with(sending -> sending.flushFrequency(0).polite(false).block(true));
    }

    TestBus between(int senders, int receivers) {
        return with(sending -> sending.senders(Optional.of(senders)).receivers(Optional.of(receivers)));
    }

    TestBus threads(int threads) {
        return with(sending -> sending.threads(threads));
    }

    TestBus rate(long bytesPerSecond) {
        return with(sending -> sending.bytesPerSecond(Optional.of(bytesPerSecond)));
    }

    TestBus arriving(Arrivals arrivals) {
        return with(sending -> sending.arrivals(arrivals));
    }

    TestBus timingNone() {
        return with(sending -> sending.latencyFrequency(0));
    }

    TestBus timingEach() {
        return with(sending -> sending.latencyFrequency(1));
    }

    TestBus maxBacklog(long bytes) {
        return with(sending -> sending.maxBacklogBytes(Optional.of(bytes)));
    }

    TestBus flushing(int frequency) {
        return with(sending -> sending.flushFrequency(frequency));
    }

    TestBus politely() {
        return with(sending -> sending.polite(true));
    }

    TestBus sizesFrom(int smallest) {
        return with(sending -> sending.smallestBytes(smallest));
    }

    TestBus processedBy(int threads, int chunkBytes, Optional<Long> bytesPerSecond) {
        return new TestBus(sending, new Processing(threads, chunkBytes, bytesPerSecond, false), duration, relay);
    }

    private TestBus with(UnaryOperator<MessageBusSpecSendingBuilder> change) {
        return new TestBus(
                change.apply(MessageBusSpecSendingBuilder.builder(sending)).build(), processing, duration, relay);
    }

    /** Whether what was sent has arrived, each message once and in order, and was answered. */
    static void assertAllArrived(List<MessageBusReport> reports) {
        long sent = reports.stream()
                .flatMap(report -> report.sent().stream())
                .mapToLong(Sent::messages)
                .sum();
        assertThat(reports.stream()
                        .flatMap(report -> report.received().stream())
                        .mapToLong(Received::received)
                        .sum())
                .isEqualTo(sent)
                .isPositive();
        assertThat(reports).allSatisfy(report -> {
            assertThat(report.responses()).isEqualTo(report.responsesExpected());
            assertThat(report.errors()).isZero();
            assertThat(report.received()).allMatch(from -> from.duplicated() + from.reordered() == 0);
        });
    }
}
