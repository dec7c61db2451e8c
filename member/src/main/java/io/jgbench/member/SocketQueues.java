package io.jgbench.member;

import io.jgbench.kernel.QueuedBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What waits in the queues of this process's own sockets: those of datagrams from {@code /proc/net/udp}, those of
 * connections from the kernel's answer for each. A receive queue that is full most of the time belongs to a program
 * that reads too slowly; where it is empty while senders wait, the network is what they wait for.
 */
final class SocketQueues {
    private static final List<String> DATAGRAMS = List.of("net/udp", "net/udp6");

    /** The kernel walks through its whole hash table of connections for each of them, which takes milliseconds. */
    private static final List<String> STREAMS = List.of("net/tcp", "net/tcp6");

    private static final int QUEUES_COLUMN = 4;
    private static final int INODE_COLUMN = 9;

    /** A table of more sockets is another program's: reading it so often would cost more than it tells. */
    private static final int MOST_SOCKETS = 2_000;

    /** Sockets are not searched for each time: there are few new ones while a member measures. */
    private static final int SELDOM = 20;

    private final Path process;
    private final Set<String> streams = new HashSet<>();
    private final Set<String> others = new HashSet<>();
    private Map<String, Integer> own = Map.of();
    private boolean areToldApart;
    private int looks;

    /** Made for the first connection that is seen, as other systems have no such calls. */
    private QueuedBytes queuedBytes;

    /**
     * Of this process.
     *
     * @param process its folder in {@code /proc}
     */
    SocketQueues(Path process) {
        this.process = process;
    }

    /**
     * Bytes that wait.
     *
     * @param receive in the receive queues
     * @param send in the send queues
     */
    record Waiting(long receive, long send) {
        private static final Waiting NOTHING = new Waiting(0, 0);

        private Waiting plus(Waiting other) {
            return new Waiting(receive + other.receive, send + other.send);
        }
    }

    /**
     * What waits now, asked for by one thread; empty where the kernel does not tell, and where the namespace has more
     * than {@value #MOST_SOCKETS} sockets.
     */
    Optional<Waiting> waiting() {
        try {
            if (looks++ % SELDOM == 0) {
                areToldApart = false;
                own = new UdpSockets(process).ownSockets();
                areToldApart = tellApart();
            }
            return areToldApart ? inDatagrams().map(inStreams()::plus) : Optional.empty();
        } catch (IOException e) {
            // Not a Linux, or not to be read here: the counters are missing from the result, which says as much.
            return Optional.empty();
        }
    }

    /** The tables of connections are read only when a socket is new; false where they are too long. */
    private boolean tellApart() throws IOException {
        streams.retainAll(own.keySet());
        others.retainAll(own.keySet());
        if (streams.size() + others.size() == own.size()) {
            return true;
        }
        for (String table : STREAMS) {
            List<String> lines = lines(table);
            if (lines.size() > MOST_SOCKETS) {
                return false;
            }
            for (String line : lines) {
                List<String> columns = KernelFiles.columns(line);
                if (columns.size() > INODE_COLUMN && own.containsKey(columns.get(INODE_COLUMN))) {
                    streams.add(columns.get(INODE_COLUMN));
                }
            }
        }
        others.addAll(own.keySet());
        others.removeAll(streams);
        return true;
    }

    private Waiting inStreams() {
        if (queuedBytes == null && !streams.isEmpty()) {
            queuedBytes = new QueuedBytes();
        }
        var all = Waiting.NOTHING;
        for (String stream : streams) {
            int descriptor = own.get(stream);
            all = all.plus(new Waiting(
                    queuedBytes.arrived(descriptor).orElse(0),
                    queuedBytes.notAcknowledged(descriptor).orElse(0)));
        }
        return all;
    }

    private Optional<Waiting> inDatagrams() throws IOException {
        var all = Waiting.NOTHING;
        for (String table : DATAGRAMS) {
            List<String> lines = lines(table);
            if (lines.size() > MOST_SOCKETS) {
                return Optional.empty();
            }
            for (String line : lines) {
                List<String> columns = KernelFiles.columns(line);
                if (columns.size() > INODE_COLUMN && own.containsKey(columns.get(INODE_COLUMN))) {
                    all = all.plus(of(columns.get(QUEUES_COLUMN)));
                }
            }
        }
        return Optional.of(all);
    }

    private static Waiting of(String queues) {
        int colon = queues.indexOf(':');
        return new Waiting(
                Long.parseLong(queues, colon + 1, queues.length(), 16), Long.parseLong(queues, 0, colon, 16));
    }

    private List<String> lines(String table) throws IOException {
        Path file = process.resolve(table);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
