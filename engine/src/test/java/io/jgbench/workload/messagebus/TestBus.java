package io.jgbench.workload.messagebus;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import java.time.Duration;
import java.util.Optional;

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
        return new MessageBusSpec(sending, processing, duration, Warmup.of(50), Duration.ofMillis(50), relay);
    }

    TestBus lasting(Duration other) {
        return new TestBus(sending, processing, other, relay);
    }

    TestBus passingOn() {
        return new TestBus(sending, processing, duration, true);
    }

    TestBus blocking() {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                0,
                false,
                true,
                sending.smallestBytes());
    }

    TestBus between(int senders, int receivers) {
        return with(
                Optional.of(senders),
                Optional.of(receivers),
                sending.threads(),
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                sending.flushFrequency(),
                sending.polite(),
                sending.block(),
                sending.smallestBytes());
    }

    TestBus threads(int threads) {
        return with(
                sending.senders(),
                sending.receivers(),
                threads,
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                sending.flushFrequency(),
                sending.polite(),
                sending.block(),
                sending.smallestBytes());
    }

    TestBus rate(long bytesPerSecond) {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                Optional.of(bytesPerSecond),
                sending.maxBacklogBytes(),
                sending.flushFrequency(),
                sending.polite(),
                sending.block(),
                sending.smallestBytes());
    }

    TestBus maxBacklog(long bytes) {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                sending.bytesPerSecond(),
                Optional.of(bytes),
                sending.flushFrequency(),
                sending.polite(),
                sending.block(),
                sending.smallestBytes());
    }

    TestBus flushing(int frequency) {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                frequency,
                sending.polite(),
                sending.block(),
                sending.smallestBytes());
    }

    TestBus politely() {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                sending.flushFrequency(),
                true,
                sending.block(),
                sending.smallestBytes());
    }

    TestBus sizesFrom(int smallest) {
        return with(
                sending.senders(),
                sending.receivers(),
                sending.threads(),
                sending.bytesPerSecond(),
                sending.maxBacklogBytes(),
                sending.flushFrequency(),
                sending.polite(),
                sending.block(),
                smallest);
    }

    TestBus processedBy(int threads, int chunkBytes, Optional<Long> bytesPerSecond) {
        return new TestBus(sending, new Processing(threads, chunkBytes, bytesPerSecond, false), duration, relay);
    }

    private TestBus with(
            Optional<Integer> senders,
            Optional<Integer> receivers,
            int threads,
            Optional<Long> rate,
            Optional<Long> maxBacklog,
            int flush,
            boolean polite,
            boolean block,
            int smallest) {
        return new TestBus(
                MessageBusSpecSendingBuilder.builder()
                        .senders(senders)
                        .receivers(receivers)
                        .threads(threads)
                        .smallestBytes(smallest)
                        .largestBytes(sending.largestBytes())
                        .cached(false)
                        .bytesPerSecond(rate)
                        .maxBacklogBytes(maxBacklog)
                        .flushFrequency(flush)
                        .latencyFrequency(sending.latencyFrequency())
                        .receipts(true)
                        .polite(polite)
                        .block(block)
                        .blockSpin(Duration.ZERO)
                        .build(),
                processing,
                duration,
                relay);
    }
}
