package io.jgbench.datagramtest;

import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.StreamCountBuilder;
import io.jgbench.datagram.StreamListener;
import io.jgbench.datagram.Target;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Prints marks and reports of what a listener receives, and closes connections that are silent. All but {@link #first}
 * and {@link #idle} belongs to the receiving thread.
 */
final class Reception implements StreamListener {
    private final DatagramTestConfig config;
    private final TestOutput output;
    private final ReportLog log;
    private final IntConsumer setAside;
    private final Map<Integer, Connection> connections = new TreeMap<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private Connection current;
    private long packets;
    private volatile boolean idle = true;

    /**
     * Nothing has arrived yet.
     *
     * @param setAside lets a stream go of which more may come, by its number
     */
    Reception(DatagramTestConfig config, TestOutput output, ReportLog log, IntConsumer setAside) {
        this.config = config;
        this.output = output;
        this.log = log;
        this.setAside = setAside;
    }

    /** Comes to nought with the first packet. */
    CountDownLatch first() {
        return first;
    }

    /** Whether all connections are closed. */
    boolean idle() {
        return idle;
    }

    @Override
    public void packet(int stream, Supplier<StreamCount> count) {
        if (current == null || current.stream != stream) {
            current = connections.computeIfAbsent(stream, id -> new Connection(id, count.get()));
            idle = false;
            first.countDown();
        }
        packets++;
        if (packets % config.tickPackets() == 0) {
            output.tick('i', packets / config.tickPackets());
        }
        current.packets++;
        if (current.packets % config.reportPackets() == 0) {
            report(current, count.get());
        }
        if (current.packets % config.logPackets() == 0) {
            current.logged = log.write(count.get(), current.logged);
        }
    }

    private void report(Connection connection, StreamCount life) {
        output.lines(TestLines.received("Lifetime", life));
        StreamCount now = life.since(connection.reported);
        if (tellsOfAny(now)) {
            output.lines(TestLines.received("Now", now));
        }
        connection.reported = life;
    }

    /** Nothing has come since a report that the last packet of a connection made due. */
    private static boolean tellsOfAny(StreamCount count) {
        return count.received() > 0 || count.sent() > 0 || count.duplicate() > 0;
    }

    @Override
    public void inspected(int stream, StreamCount count, long silentNanos, boolean closed) {
        // of a publisher whose packets since a pause were all lost only the end arrives
        Connection connection = connections.computeIfAbsent(stream, id -> new Connection(id, count));
        idle = false;
        if (!closed && silentNanos <= config.rxTimeout().toNanos()) {
            return;
        }
        report(connection, count);
        if (config.logPackets() != DatagramTestConfig.NEVER && tellsOfAny(count.since(connection.logged))) {
            log.write(count, connection.logged);
        }
        output.lines(List.of("-- connection from " + TestLines.name(Target.address(count.source())) + " closed: "
                + (count.sentKnown()
                        ? "it has published all"
                        : "nothing has arrived for " + config.rxTimeout().toMillis() + " ms")));
        connections.remove(stream);
        current = null;
        idle = connections.isEmpty();
        setAside.accept(stream);
    }

    /** What is known of a publisher. */
    private static final class Connection {
        private final int stream;
        private StreamCount reported;
        private StreamCount logged;
        private long packets;

        Connection(int stream, StreamCount firstSeen) {
            this.stream = stream;
            StreamCount none = StreamCountBuilder.builder()
                    .source(firstSeen.source())
                    .sentKnown(false)
                    .firstNanos(firstSeen.firstNanos())
                    .lastNanos(firstSeen.firstNanos())
                    .build();
            this.reported = none;
            this.logged = none;
        }
    }
}
