package io.jgbench.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.kernel.KernelCallException;
import io.jgbench.kernel.LinkQuery.LinkState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The interface that carries the messages, as the kernel and its driver tell it. Numbers and structures are those of
 * {@code linux/ethtool.h}.
 *
 * @param sys {@code /sys}
 * @param name the interface
 * @param identity by which it is known in {@code /sys}
 * @param queries whom to ask
 */
record NicFacts(KernelTree sys, String name, InterfaceIdentity identity, NicQueries queries) {
    private static final int EOPNOTSUPP = 95;
    private static final int ETHTOOL_GSET = 0x01;
    private static final int ETHTOOL_GDRVINFO = 0x03;
    private static final int ETHTOOL_GCOALESCE = 0x0e;
    private static final int ETHTOOL_GRINGPARAM = 0x10;
    private static final int ETHTOOL_GPAUSEPARAM = 0x12;
    private static final int ETHTOOL_GFLAGS = 0x25;
    private static final int ETHTOOL_GCHANNELS = 0x3c;

    /** {@code ETHTOOL_GRXCSUM} and others: each answers with 1 or 0. */
    private static final Map<String, Integer> OFFLOADS = new TreeMap<>(Map.of(
            "rxChecksum", 0x14, "txChecksum", 0x16, "scatterGather", 0x18, "tso", 0x1e, "gso", 0x23, "gro", 0x2b));

    /** Bits of {@link #ETHTOOL_GFLAGS}. */
    private static final Map<String, Integer> FLAGS = new TreeMap<>(Map.of("lro", 15, "ntuple", 27, "rxHash", 28));

    /** Enough for each structure here: {@code struct ethtool_drvinfo} has 196 bytes. */
    private static final int STRUCTURE_BYTES = 256;

    private static final int DRVINFO_TEXT_BYTES = 32;

    void addTo(Facts facts) {
        addLink(facts);
        addDriver(facts);
        addLinkMode(facts);
        addQueueing(facts);
        OFFLOADS.forEach((offload, command) -> facts.put(
                HostFact.NIC_OFFLOAD.label(offload), ask(command, answer -> Facts.onOff(number(answer, 1) != 0))));
        FLAGS.forEach((offload, bit) -> facts.put(
                HostFact.NIC_OFFLOAD.label(offload),
                ask(ETHTOOL_GFLAGS, answer -> Facts.onOff((number(answer, 1) & 1L << bit) != 0))));
        facts.put(HostFact.NIC_RPS, receivePacketSteering());
    }

    /** How it speaks with the other end of its cable. */
    private void addLinkMode(Facts facts) {
        facts.put(HostFact.NIC_DUPLEX, ask(ETHTOOL_GSET, NicFacts::duplex));
        facts.put(
                HostFact.NIC_AUTONEGOTIATION, ask(ETHTOOL_GSET, answer -> Facts.onOff(answer.get(JAVA_BYTE, 18) != 0)));
        facts.put(
                HostFact.NIC_FLOW_CONTROL,
                ask(
                        ETHTOOL_GPAUSEPARAM,
                        answer -> "rx %s, tx %s, autoneg %s"
                                .formatted(
                                        Facts.onOff(number(answer, 2) != 0),
                                        Facts.onOff(number(answer, 3) != 0),
                                        Facts.onOff(number(answer, 1) != 0))));
    }

    /** How its packets wait for the CPUs, as set and at the most. */
    private void addQueueing(Facts facts) {
        facts.put(
                HostFact.NIC_RINGS,
                ask(
                        ETHTOOL_GRINGPARAM,
                        answer -> "rx %d of %d, tx %d of %d"
                                .formatted(
                                        number(answer, 5), number(answer, 1), number(answer, 8), number(answer, 4))));
        facts.put(
                HostFact.NIC_CHANNELS,
                ask(
                        ETHTOOL_GCHANNELS,
                        answer -> "rx %d of %d, tx %d of %d, combined %d of %d"
                                .formatted(
                                        number(answer, 5),
                                        number(answer, 1),
                                        number(answer, 6),
                                        number(answer, 2),
                                        number(answer, 8),
                                        number(answer, 4))));
        facts.put(
                HostFact.NIC_COALESCING,
                ask(
                        ETHTOOL_GCOALESCE,
                        answer -> "rx %d us, %d frames, adaptive %s; tx %d us, %d frames, adaptive %s"
                                .formatted(
                                        number(answer, 1),
                                        number(answer, 2),
                                        Facts.onOff(number(answer, 10) != 0),
                                        number(answer, 5),
                                        number(answer, 6),
                                        Facts.onOff(number(answer, 11) != 0))));
    }

    private void addLink(Facts facts) {
        try {
            LinkState link = queries.link(identity.index());
            facts.put(
                    HostFact.QDISC,
                    link.qdisc().<FactReading>map(FactReading.Found::new).orElseGet(NicFacts::untold));
            facts.put(HostFact.TX_QUEUE_LENGTH, count(link.txQueueLength(), ""));
            FactReading rx = count(link.rxQueues(), "rx ");
            facts.put(
                    HostFact.NIC_QUEUES,
                    rx.found()
                            .map(text -> count(link.txQueues(), text + ", tx "))
                            .orElse(rx));
        } catch (KernelCallException e) {
            var why = new FactReading.Absent("the kernel does not tell: " + e.getMessage());
            List.of(HostFact.QDISC, HostFact.TX_QUEUE_LENGTH, HostFact.NIC_QUEUES)
                    .forEach(fact -> facts.put(fact, why));
        }
    }

    private static FactReading untold() {
        return new FactReading.Absent("the kernel does not tell");
    }

    private static FactReading count(OptionalInt number, String before) {
        return number.isPresent() ? new FactReading.Found(before + number.getAsInt()) : untold();
    }

    /** {@code struct ethtool_drvinfo}: the command, then texts of 32 bytes: driver, version, firmware. */
    private void addDriver(Facts facts) {
        facts.put(
                HostFact.NIC_DRIVER,
                ask(ETHTOOL_GDRVINFO, answer -> (text(answer, 0) + " " + text(answer, 1)).strip()));
        FactReading firmware = ask(ETHTOOL_GDRVINFO, answer -> text(answer, 2));
        boolean isNone = firmware.found()
                .filter(version -> version.isEmpty() || version.equals("N/A"))
                .isPresent();
        facts.put(HostFact.NIC_FIRMWARE, isNone ? new FactReading.Absent("its driver tells none") : firmware);
    }

    private static String text(MemorySegment answer, int index) {
        byte[] bytes = answer.asSlice(Integer.BYTES + (long) index * DRVINFO_TEXT_BYTES, DRVINFO_TEXT_BYTES)
                .toArray(JAVA_BYTE);
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.US_ASCII).strip();
    }

    /** In {@code struct ethtool_cmd}. */
    private static String duplex(MemorySegment answer) {
        return switch (answer.get(JAVA_BYTE, 14)) {
            case 0 -> "half";
            case 1 -> "full";
            default -> "unknown: its driver does not know";
        };
    }

    private FactReading ask(int command, Function<MemorySegment, String> text) {
        try (var arena = Arena.ofConfined()) {
            MemorySegment structure = arena.allocate(STRUCTURE_BYTES, JAVA_INT.byteAlignment());
            structure.setAtIndex(JAVA_INT, 0, command);
            queries.ethtool(name, structure);
            return new FactReading.Found(text.apply(structure));
        } catch (KernelCallException e) {
            return new FactReading.Absent(
                    e.error() == EOPNOTSUPP ? "its driver does not tell" : "its driver refuses: " + e.getMessage());
        }
    }

    private static long number(MemorySegment answer, int index) {
        return Integer.toUnsignedLong(answer.getAtIndex(JAVA_INT, index));
    }

    /** Told by {@code /sys} alone, which shows the interfaces of the network namespace that mounted it. */
    private FactReading receivePacketSteering() {
        String folder = "class/net/" + name;
        if (!identity.isThatOf(
                sys.read(folder + "/ifindex").found(),
                sys.read(folder + "/address").found())) {
            return new FactReading.Absent("/sys shows another network namespace");
        }
        List<String> masks = sys.names(folder + "/queues", "rx-*").stream()
                .map(queue -> sys.read(folder + "/queues/" + queue + "/rps_cpus"))
                .flatMap(mask -> mask.found().stream())
                .map(cpus -> cpus.matches("[0,]+") ? "off" : cpus)
                .toList();
        return masks.isEmpty()
                ? new FactReading.Absent("the kernel has no receive packet steering")
                : new FactReading.Found(EachCpu.text(masks));
    }
}
