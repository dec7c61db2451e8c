package io.jgbench.coordination.workload.datagram;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.DatagramSearchSettings;
import io.jgbench.api.v1alpha1.DatagramSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WarmupReader;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the workload Datagram. */
record DatagramReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    Supplier<DatagramSpec> read(int members) {
        checkRun(members);
        DatagramSettings given = spec.workload() == null || spec.workload().datagram() == null
                ? DatagramSettings.defaults()
                : spec.workload().datagram();
        int publishers = part("publishers", given.publishers(), BenchmarkRunSpec.PUBLISHERS_RULE, members);
        int listeners = part("listeners", given.listeners(), BenchmarkRunSpec.LISTENERS_RULE, members);
        int packetBytes = packetBytes(given);
        int processBytes = processBytes(given);
        int rxBuffer = buffer("rxBufferPackets", given.rxBufferPackets(), packetBytes, BenchmarkRunSpec.RX_BUFFER_RULE);
        int txBuffer = buffer("txBufferPackets", given.txBufferPackets(), packetBytes, BenchmarkRunSpec.TX_BUFFER_RULE);
        var rxTimeout = reader.duration(datagram("rxTimeout"), given.rxTimeout());
        Optional<Long> rate =
                Optional.ofNullable(given.rate()).map(quantity -> reader.bytes(datagram("rate"), quantity));
        var arrivals = reader.arrivals(datagram("arrivals"), given.arrivals(), "rate", given.rate());
        Optional<Long> packets =
                Optional.ofNullable(given.packets()).map(count -> reader.number(datagram("packets"), count, 0));
        var duration = reader.duration(datagram("duration"), given.duration());
        Supplier<Warmup> warmup = new WarmupReader(reader, spec).read();
        int port = (int) reader.number(datagram("port"), given.port(), 0);
        Optional<Integer> maxLossPpm = Optional.ofNullable(given.maxLossPpm())
                .map(loss -> (int) reader.number(datagram("maxLossPpm"), loss, 0));
        var logInterval = reader.duration(datagram("logInterval"), given.logInterval());
        Optional<DatagramSearch> search = Optional.ofNullable(given.search()).map(this::search);
        return () -> DatagramSpecBuilder.builder()
                .publishers(publishers)
                .listeners(listeners)
                .packetBytes(packetBytes)
                .processBytes(processBytes)
                .rxBufferPackets(rxBuffer)
                .txBufferPackets(txBuffer)
                .rxTimeout(rxTimeout)
                .bytesPerSecond(rate)
                .arrivals(arrivals)
                .packets(packets)
                .duration(duration)
                .warmup(warmup.get())
                .port(port)
                .dontFragment(requireNonNullElse(given.dontFragment(), false))
                .provider(provider(requireNonNullElse(given.provider(), DatagramSettings.Provider.AUTO)))
                .maxLossPpm(maxLossPpm)
                .logInterval(logInterval)
                .search(search)
                .build();
    }

    /** What a run of any workload may have, and one of this may not. */
    private void checkRun(int members) {
        if (spec.messages() != null) {
            reader.add(new SpecProblem(
                    "spec.messages",
                    "spec." + BenchmarkRunSpec.MESSAGES_DATAGRAM_RULE,
                    spec.messages().toString(),
                    "leave messages out"));
        }
        if (members < 2) {
            reader.add(new SpecProblem(
                    "spec.members",
                    "spec." + BenchmarkRunSpec.MEMBERS_DATAGRAM_RULE,
                    members + "",
                    "write members: 2"));
        }
    }

    private int processBytes(DatagramSettings given) {
        int bytes = (int) reader.number(datagram("processBytes"), given.processBytes(), 0);
        if (bytes % Integer.BYTES != 0) {
            reader.add(new SpecProblem(
                    "spec.workload.datagram.processBytes",
                    "spec." + DatagramSettings.PROCESS_BYTES_RULE,
                    String.valueOf(bytes),
                    "a good value is 4"));
        }
        return bytes;
    }

    private DatagramSearch search(DatagramSearchSettings given) {
        return new DatagramSearch(
                reader.duration(searchSetting("trialDuration"), given.trialDuration()),
                Math.clamp(reader.number(searchSetting("resolutionPermille"), given.resolutionPermille(), 0), 1, 500),
                Math.clamp(reader.number(searchSetting("confirmations"), given.confirmations(), 0), 0, 20));
    }

    private static Setting searchSetting(String component) {
        return Setting.of("spec.workload.datagram.search", DatagramSearchSettings.class, component);
    }

    private int part(String name, Integer given, String rule, int members) {
        int found = (int) reader.number(datagram(name), given, members);
        if (given != null && found > members) {
            reader.add(new SpecProblem(
                    "spec.workload.datagram." + name,
                    "spec." + rule,
                    found + " of " + members + " members",
                    "a good value is " + members));
        }
        return found;
    }

    /** What a packet holds: its payload where that is given, else all that fits the packet size. */
    private int packetBytes(DatagramSettings given) {
        long size = reader.bytes(Setting.of("spec", BenchmarkRunSpec.class, "messageSize"), spec.messageSize());
        checkSize(size);
        long payload = reader.number(datagram("payload"), given.payload(), 0);
        if (payload > 0 && payload < DatagramSpec.MIN_PACKET_BYTES) {
            refusePayload(DatagramSettings.PAYLOAD_RULE, payload, DatagramSpec.MIN_PACKET_BYTES);
        } else if (spec.messageSize() != null && payload > size) {
            refusePayload(BenchmarkRunSpec.PAYLOAD_RULE, payload, size);
        }
        return (int) (payload > 0 ? payload : size);
    }

    private int buffer(String name, Integer given, int packetBytes, String rule) {
        int packets = (int) reader.number(datagram(name), given, 0);
        long bytes = (long) packets * packetBytes;
        if (bytes > BenchmarkRunSpec.MAX_DATAGRAM_BUFFER_BYTES) {
            reader.add(new SpecProblem(
                    "spec.workload.datagram." + name,
                    "spec." + rule,
                    String.valueOf(bytes),
                    "a good value is " + BenchmarkRunSpec.MAX_DATAGRAM_BUFFER_BYTES / packetBytes));
        }
        return packets;
    }

    private void checkSize(long size) {
        if (spec.messageSize() != null
                && (size < DatagramSpec.MIN_PACKET_BYTES || size > DatagramSpec.MAX_PACKET_BYTES)) {
            reader.add(new SpecProblem(
                    "spec.messageSize",
                    "spec." + BenchmarkRunSpec.MESSAGE_SIZE_DATAGRAM_RULE,
                    String.valueOf(size),
                    "a good value is 1468"));
        }
    }

    private void refusePayload(String rule, long payload, long goodValue) {
        reader.add(new SpecProblem(
                "spec.workload.datagram.payload",
                "spec." + rule,
                String.valueOf(payload),
                "a good value is " + goodValue));
    }

    private static DatagramSpec.Provider provider(DatagramSettings.Provider given) {
        return switch (given) {
            case AUTO -> DatagramSpec.Provider.AUTO;
            case SYSTEM -> DatagramSpec.Provider.SYSTEM;
            case CHANNEL -> DatagramSpec.Provider.CHANNEL;
        };
    }

    private static Setting datagram(String component) {
        return Setting.of("spec.workload.datagram", DatagramSettings.class, component);
    }
}
