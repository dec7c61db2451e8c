package io.jgbench.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What waits in the queues of a process's own sockets, from {@code /proc/net/tcp} and {@code /proc/net/udp}
 * (proc_net_tcp(5)). A receive queue that is full most of the time belongs to a program that reads too slowly; where it
 * is empty while senders wait, the network is what they wait for.
 */
final class SocketQueues {
    private static final List<String> DATAGRAMS = List.of("net/udp", "net/udp6");

    /** The kernel walks through its whole hash table of connections for each of them, which takes milliseconds. */
    private static final List<String> STREAMS = List.of("net/tcp", "net/tcp6");

    private static final int STATE_COLUMN = 3;
    private static final int QUEUES_COLUMN = 4;
    private static final int INODE_COLUMN = 9;

    /** A listening TCP socket has connections in its queues, not bytes. */
    private static final String LISTENING = "0A";

    /** A table of more sockets is another program's: reading it so often would cost more than it tells. */
    private static final int MOST_SOCKETS = 2_000;

    /**
     * Connections are not read each time, nor are sockets searched for: there are few new ones while a member
     * measures. What waited in connections counts until it is looked at again.
     */
    private static final int SELDOM = 8;

    private final Path process;
    private Set<String> own = Set.of();
    private Optional<Waiting> inStreams = Optional.empty();
    private int looks;

    /** Of a process whose folder in {@code /proc} this is. */
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

    /** What waits now, asked for by one thread; empty where the kernel does not tell. */
    Optional<Waiting> waiting() {
        try {
            if (looks++ % SELDOM == 0) {
                own = new UdpSockets(process).ownSockets();
                inStreams = in(STREAMS);
            }
            Optional<Waiting> inDatagrams = in(DATAGRAMS);
            return inStreams.flatMap(streams -> inDatagrams.map(streams::plus));
        } catch (IOException e) {
            // Not a Linux, or not to be read here: the counters are missing from the result, which says as much.
            return Optional.empty();
        }
    }

    private Optional<Waiting> in(List<String> tables) throws IOException {
        var all = Waiting.NOTHING;
        for (String table : tables) {
            Path file = process.resolve(table);
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() > MOST_SOCKETS) {
                    return Optional.empty();
                }
                all = all.plus(of(lines));
            }
        }
        return Optional.of(all);
    }

    private Waiting of(List<String> table) {
        var all = Waiting.NOTHING;
        for (String line : table) {
            List<String> columns = KernelFiles.columns(line);
            if (columns.size() > INODE_COLUMN
                    && own.contains(columns.get(INODE_COLUMN))
                    && !columns.get(STATE_COLUMN).equals(LISTENING)) {
                String queues = columns.get(QUEUES_COLUMN);
                int colon = queues.indexOf(':');
                all = all.plus(new Waiting(
                        Long.parseLong(queues, colon + 1, queues.length(), 16), Long.parseLong(queues, 0, colon, 16)));
            }
        }
        return all;
    }
}
