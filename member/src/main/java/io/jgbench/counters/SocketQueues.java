package io.jgbench.counters;

import io.jgbench.kernel.QueuedBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What waits in the queues of this process's own sockets: those of datagrams from {@code /proc/net/udp}, those of
 * connections from the kernel's answer for each. A receive queue that is full most of the time belongs to a program
 * that reads too slowly; where it is empty while senders wait, the network is what they wait for.
 */
final class SocketQueues {
    private static final List<String> DATAGRAMS = List.of("net/udp", "net/udp6");

    private static final int QUEUES_COLUMN = 4;
    private static final int INODE_COLUMN = 9;

    /** A table of more sockets is another program's: reading it so often would cost more than it tells. */
    private static final int MOST_SOCKETS = 2_000;

    /** Sockets are not searched for each time: there are few new ones while a member measures. */
    private static final int SELDOM = 20;

    private final Path process;
    private final Supplier<Connections> makeConnections;
    private Map<String, Integer> own = Map.of();
    private List<Integer> streams = List.of();
    private boolean isSearched;
    private int looks;

    /** Made for the first socket that is seen, as other systems have no such calls. */
    private Connections connections;

    /**
     * Of this process.
     *
     * @param process its folder in {@code /proc}
     */
    SocketQueues(Path process) {
        this(process, Connections::ofThisProcess);
    }

    /** Of a process whose connections are others than this one's. */
    SocketQueues(Path process, Supplier<Connections> makeConnections) {
        this.process = process;
        this.makeConnections = makeConnections;
    }

    /** Whom to ask for the connections among sockets. */
    interface Connections {
        /** Whether the socket of a descriptor is one. */
        boolean has(int descriptor);

        /** What waits in one. */
        Waiting waiting(int descriptor);

        /** Those that this process has open, by the kernel. Its tables of all connections take it milliseconds. */
        static Connections ofThisProcess() {
            var kernel = new QueuedBytes();
            return new Connections() {
                @Override
                public boolean has(int descriptor) {
                    return kernel.isStream(descriptor);
                }

                @Override
                public Waiting waiting(int descriptor) {
                    return new Waiting(
                            kernel.arrived(descriptor).orElse(0),
                            kernel.notAcknowledged(descriptor).orElse(0));
                }
            };
        }
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
     * than {@value #MOST_SOCKETS} sockets of datagrams. How many connections it has does not matter.
     */
    Optional<Waiting> waiting() {
        try {
            if (looks++ % SELDOM == 0) {
                isSearched = false;
                search();
                isSearched = true;
            }
            return isSearched ? inDatagrams().map(datagrams -> datagrams.plus(inStreams())) : Optional.empty();
        } catch (IOException e) {
            // Not a Linux, or not to be read here: the counters are missing from the result, which says as much.
            return Optional.empty();
        }
    }

    private void search() throws IOException {
        own = new OwnSockets(process).descriptorByInode();
        if (connections == null && !own.isEmpty()) {
            connections = makeConnections.get();
        }
        streams = own.values().stream()
                .filter(descriptor -> connections.has(descriptor))
                .toList();
    }

    private Waiting inStreams() {
        return streams.stream()
                .map(descriptor -> connections.waiting(descriptor))
                .reduce(Waiting.NOTHING, Waiting::plus);
    }

    private Optional<Waiting> inDatagrams() throws IOException {
        var all = Waiting.NOTHING;
        for (String table : DATAGRAMS) {
            List<String> sockets = sockets(table);
            if (sockets.size() > MOST_SOCKETS) {
                return Optional.empty();
            }
            for (String socket : sockets) {
                List<String> columns = KernelFiles.columns(socket);
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

    /** The lines below the table's head, but of more than {@value #MOST_SOCKETS} one too many. */
    private List<String> sockets(String table) throws IOException {
        Path file = process.resolve(table);
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> sockets = new ArrayList<>();
        try (var lines = Files.newBufferedReader(file)) {
            String line = lines.readLine();
            while (line != null && sockets.size() <= MOST_SOCKETS) {
                line = lines.readLine();
                if (line != null) {
                    sockets.add(line);
                }
            }
        }
        return sockets;
    }
}
