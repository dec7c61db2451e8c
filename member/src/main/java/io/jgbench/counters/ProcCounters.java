package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kernel's counters in {@code /proc}: datagrams, TCP segments and interface bytes, what was lost of them, and major
 * page faults. Those that it does not keep are left out.
 */
public final class ProcCounters {
    /**
     * Columns after the interface's name in {@code /proc/self/net/dev}: bytes, packets, errs, drop for each direction.
     */
    private static final int RECEIVED_BYTES_COLUMN = 0;

    private static final int RECEIVED_FRAMES_COLUMN = 1;
    private static final int RECEIVE_ERRORS_COLUMN = 2;
    private static final int RECEIVE_DROPS_COLUMN = 3;
    private static final int SENT_BYTES_COLUMN = 8;
    private static final int SENT_FRAMES_COLUMN = 9;
    private static final int SEND_ERRORS_COLUMN = 10;
    private static final int SEND_DROPS_COLUMN = 11;

    private static final Pattern UNFINISHED = Pattern.compile("^FRAG6?: inuse (\\d{1,18})\\b");

    private static final Map<String, String> OF_IPV6 = Map.of(
            "Ip6ReasmFails", Counters.IP_REASSEMBLY_FAILURES, "Udp6SndbufErrors", Counters.UDP_SEND_BUFFER_DROPS);

    /** After the program's name; state, five numbers of processes, flags and two of minor faults come before it. */
    private static final int MAJOR_FAULTS_COLUMN = 9;

    private final KernelFiles process;
    private final Optional<String> interfaceName;
    private final UdpSocketDrops udpSockets;

    /** Of a process whose folder in {@code /proc} this is; without the name of an interface none of its counters. */
    public ProcCounters(Path process, Optional<String> interfaceName) {
        this.process = new KernelFiles(process);
        this.interfaceName = interfaceName;
        this.udpSockets = new UdpSocketDrops(process);
    }

    void addTo(Map<String, Long> counters) {
        List<String> snmp = process.lines("net/snmp");
        addUdp(counters, snmp);
        add(counters, rows(snmp, "Ip:"), "ReasmFails", Counters.IP_REASSEMBLY_FAILURES);
        addIpv6(counters);
        counters.computeIfPresent(Counters.IP_REASSEMBLY_FAILURES, (_, failed) -> failed + unfinishedDatagrams());
        addTcp(counters, snmp);
        add(counters, rows(process.lines("net/netstat"), "TcpExt:"), "TCPOFOQueue", Counters.TCP_OUT_OF_ORDER_SEGMENTS);
        addMajorFaults(counters);
        interfaceName.ifPresent(name -> addInterface(counters, name));
    }

    /**
     * How often the kernel gave fragments up: those of a datagram, 30 s after the first one came, or each that finds no
     * room. 0 where it does not tell.
     */
    public long reassemblyFailures() {
        Map<String, Long> counters = new HashMap<>();
        add(counters, rows(process.lines("net/snmp"), "Ip:"), "ReasmFails", Counters.IP_REASSEMBLY_FAILURES);
        addIpv6(counters);
        return counters.getOrDefault(Counters.IP_REASSEMBLY_FAILURES, 0L);
    }

    /**
     * Datagrams of which the kernel has some fragments and not all. It gives one up, and counts it as failed, 30 s
     * after its first fragment came (net.ipv4.ipfrag_time). Counted with those that failed, each counts once, and while
     * its fragments come: what an earlier run left behind moves from here to there, and its sum stays as it is. 0 where
     * the kernel does not tell; failures then count late.
     */
    private long unfinishedDatagrams() {
        return Stream.of("net/sockstat", "net/sockstat6")
                .flatMap(file -> process.lines(file).stream())
                .map(UNFINISHED::matcher)
                .filter(Matcher::find)
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    /** What IPv6 counts apart, a name and a value in each line; the file is missing where the kernel has no IPv6. */
    private void addIpv6(Map<String, Long> counters) {
        for (String line : process.lines("net/snmp6")) {
            List<String> columns = KernelFiles.columns(line);
            Optional<String> counter =
                    columns.size() == 2 ? Optional.ofNullable(OF_IPV6.get(columns.getFirst())) : Optional.empty();
            counter.ifPresent(name -> counters.merge(name, parsed(columns.getLast()), Long::sum));
        }
    }

    /** Only what shows at which moment something was lost; fragments that are given up count 30 s late. */
    void addLossesTo(Map<String, Long> counters) {
        List<String> snmp = process.lines("net/snmp");
        addTcp(counters, snmp);
        addUdp(counters, snmp);
        interfaceName.ifPresent(name -> addInterface(counters, name));
    }

    private void addUdp(Map<String, Long> counters, List<String> snmp) {
        udpSockets.drops().ifPresent(drops -> counters.put(Counters.UDP_RECEIVE_BUFFER_DROPS, drops));
        add(counters, rows(snmp, "Udp:"), "SndbufErrors", Counters.UDP_SEND_BUFFER_DROPS);
    }

    private static void addTcp(Map<String, Long> counters, List<String> snmp) {
        List<List<String>> tcp = rows(snmp, "Tcp:");
        add(counters, tcp, "OutSegs", Counters.TCP_SENT_SEGMENTS);
        add(counters, tcp, "RetransSegs", Counters.TCP_RETRANSMITTED_SEGMENTS);
        add(counters, tcp, "InSegs", Counters.TCP_RECEIVED_SEGMENTS);
    }

    /** In {@code stat} (proc_pid_stat(5)), whose second column, the program's name, may hold blanks and brackets. */
    private void addMajorFaults(Map<String, Long> counters) {
        for (String line : process.lines("stat")) {
            put(
                    counters,
                    Counters.MAJOR_FAULTS,
                    KernelFiles.columns(line.substring(line.lastIndexOf(')') + 1)),
                    MAJOR_FAULTS_COLUMN);
        }
    }

    /** Each protocol has two lines, one of names and one of values. */
    private static List<List<String>> rows(List<String> lines, String protocol) {
        List<List<String>> rows = new ArrayList<>(2);
        for (String line : lines) {
            if (line.startsWith(protocol)) {
                rows.add(KernelFiles.columns(line));
            }
        }
        return rows;
    }

    private static void add(Map<String, Long> counters, List<List<String>> rows, String field, String counter) {
        int column = rows.size() == 2 ? rows.getFirst().indexOf(field) : -1;
        if (column > 0) {
            put(counters, counter, rows.getLast(), column);
        }
    }

    private void addInterface(Map<String, Long> counters, String name) {
        for (String line : process.lines("net/dev")) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equals(name)) {
                List<String> columns = KernelFiles.columns(line.substring(colon + 1));
                put(counters, Counters.INTERFACE_RECEIVE_ERRORS, columns, RECEIVE_ERRORS_COLUMN);
                put(counters, Counters.INTERFACE_SEND_ERRORS, columns, SEND_ERRORS_COLUMN);
                put(counters, Counters.INTERFACE_RECEIVE_DROPS, columns, RECEIVE_DROPS_COLUMN);
                put(counters, Counters.INTERFACE_SEND_DROPS, columns, SEND_DROPS_COLUMN);
                put(counters, Counters.INTERFACE_RECEIVED_BYTES, columns, RECEIVED_BYTES_COLUMN);
                put(counters, Counters.INTERFACE_RECEIVED_FRAMES, columns, RECEIVED_FRAMES_COLUMN);
                put(counters, Counters.INTERFACE_SENT_BYTES, columns, SENT_BYTES_COLUMN);
                put(counters, Counters.INTERFACE_SENT_FRAMES, columns, SENT_FRAMES_COLUMN);
            }
        }
    }

    private static void put(Map<String, Long> counters, String name, List<String> columns, int column) {
        if (column < columns.size()) {
            counters.put(name, parsed(columns.get(column)));
        }
    }

    /** The kernel prints 64 bits without a sign. What counts is the difference of two, which is the same with one. */
    private static long parsed(String count) {
        return Long.parseUnsignedLong(count);
    }
}
