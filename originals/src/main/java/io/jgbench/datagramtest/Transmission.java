package io.jgbench.datagramtest;

import io.jgbench.datagram.Destination;
import io.jgbench.datagramtest.TestLines.Sent;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Prints marks and reports of what a publisher sends; asked by the publishing thread before each call to the kernel.
 */
final class Transmission implements BooleanSupplier {
    private final DatagramTestConfig config;
    private final TestOutput output;
    private final List<Destination> destinations;
    private final long beganNanos;
    private long ticks;
    private long reports;
    private long reportedPackets;
    private long reportedNanos;

    Transmission(DatagramTestConfig config, TestOutput output, List<Destination> destinations) {
        this.config = config;
        this.output = output;
        this.destinations = destinations;
        this.beganNanos = System.nanoTime();
        this.reportedNanos = beganNanos;
    }

    /** Prints what is due; true where the thread is to end. */
    @Override
    public boolean getAsBoolean() {
        long sent = sent();
        while (ticks < sent / config.tickPackets()) {
            ticks++;
            output.tick('o', ticks);
        }
        if (sent / config.reportPackets() > reports) {
            reports = sent / config.reportPackets();
            report();
        }
        return Thread.currentThread().isInterrupted();
    }

    /** Prints what was sent since the last report, if anything was. */
    void reportWhatIsLeft() {
        if (sent() > reportedPackets || reports == 0) {
            report();
        }
    }

    private void report() {
        long now = System.nanoTime();
        long sent = sent();
        long since = sent - reportedPackets;
        output.lines(TestLines.published(
                destinations.size(),
                new Sent(sent, sent * config.sentPacketBytes(), now - beganNanos),
                new Sent(since, since * config.sentPacketBytes(), now - reportedNanos)));
        reportedPackets = sent;
        reportedNanos = now;
    }

    private long sent() {
        long sent = 0;
        for (int i = 0; i < destinations.size(); i++) {
            sent += destinations.get(i).sent();
        }
        return sent;
    }
}
