package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Counts and times the responses and receipts for what a member sent. {@link #response} and
 * {@link #receipt} are the hot path.
 */
final class Acknowledgements {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Transmitters transmitters;
    private final EpochClock clock;
    private final boolean responseIsReceipt;
    private final TrafficCount responses = new TrafficCount();
    private final LongAdder receipts = new LongAdder();
    private final AtomicHistogram responseNanos = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private final AtomicHistogram receiptNanos = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);

    Acknowledgements(Sending sending, Transmitters transmitters, EpochClock clock) {
        this.transmitters = transmitters;
        this.clock = clock;
        this.responseIsReceipt = sending.block() && sending.receipts();
    }

    /** A response has come; false if it is to nothing that this member's threads have sent. */
    boolean response(long header, long stamp, int length) {
        int stream = BusHeader.stream(header);
        if (!transmitters.sends(stream)) {
            return false;
        }
        responses.add(length);
        SendGate asker = transmitters.gate(stream);
        if (asker.answered(stamp)) {
            long nanos = nanosSince(stamp);
            responseNanos.recordValue(nanos);
            if (responseIsReceipt) {
                receiptNanos.recordValue(nanos);
                receipts.increment();
            }
        }
        asker.acknowledged(BusHeader.receiver(header), header);
        return true;
    }

    /** A receipt has come; false as above. */
    boolean receipt(long header, long stamp) {
        int stream = BusHeader.stream(header);
        if (!transmitters.sends(stream)) {
            return false;
        }
        receipts.increment();
        transmitters.gate(stream).acknowledged(BusHeader.receiver(header), header);
        if (stamp != 0) {
            receiptNanos.recordValue(nanosSince(stamp));
        }
        return true;
    }

    private long nanosSince(long stamp) {
        return Math.clamp(clock.epochNanos() - stamp, 0, HIGHEST_NANOS);
    }

    /** Responses that came. */
    MessageBusReport.Traffic responses() {
        return responses.read();
    }

    long responseMessages() {
        return responses.messages();
    }

    long receipts() {
        return receipts.sum();
    }

    /** Times until the responses so far, in nanoseconds. */
    Histogram responseNanos() {
        return responseNanos.copy();
    }

    /** Times until the receipts so far. */
    Histogram receiptNanos() {
        return receiptNanos.copy();
    }
}
