package io.jgbench.coordination.workload.messagebus;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.MessageBusSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WarmupReader;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the workload MessageBus. */
record MessageBusReader(SettingReader reader, BenchmarkRunSpec spec, MessageBusSettings given) {
    private static final String PATH = "spec.workload.messageBus";

    MessageBusReader(SettingReader reader, BenchmarkRunSpec spec) {
        this(
                reader,
                spec,
                spec.workload() == null
                        ? MessageBusSettings.defaults()
                        : requireNonNullElse(spec.workload().messageBus(), MessageBusSettings.defaults()));
    }

    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    Supplier<MessageBusSpec> read(int members) {
        checkTop(members);
        var sending = sending();
        var processing = processing();
        var duration = reader.duration(setting("duration"), given.duration());
        var reportInterval = reader.duration(setting("reportInterval"), given.reportInterval());
        Supplier<Warmup> warmup = new WarmupReader(reader, spec).read();
        return () -> new MessageBusSpec(
                sending.get(), processing.get(), duration, warmup.get(), reportInterval, isTrue(given.relay()));
    }

    private void checkTop(int members) {
        checkMessages();
        checkMembers(members);
        checkPeers(members);
        checkRelay(members);
        checkPolite(members);
        checkRxRate();
        checkPoll();
        checkMaxBacklog();
    }

    private void checkMessages() {
        if (spec.messages() != null) {
            refuse("spec.messages", BenchmarkRunSpec.MESSAGES_MESSAGE_BUS_RULE, spec.messages(), "leave messages out");
        }
    }

    private void checkMembers(int members) {
        if (members < 2) {
            refuse("spec.members", BenchmarkRunSpec.MEMBERS_MESSAGE_BUS_RULE, members, "write members: 2");
        }
    }

    private void checkPeers(int members) {
        int senders = requireNonNullElse(given.senders(), 1);
        int receivers = requireNonNullElse(given.receivers(), 1);
        if (Math.max(senders, receivers) > members) {
            refuse(
                    PATH,
                    BenchmarkRunSpec.MESSAGE_BUS_PEERS_RULE,
                    senders + " senders and " + receivers + " receivers of " + members + " members",
                    "leave them out for all");
        }
    }

    private void checkRelay(int members) {
        boolean apart = given.senders() != null
                && given.receivers() != null
                && given.receivers() >= 2
                && given.senders() + given.receivers() <= members;
        if (isTrue(given.relay()) && !apart) {
            refuse(
                    PATH + ".relay",
                    BenchmarkRunSpec.MESSAGE_BUS_RELAY_RULE,
                    members + " members",
                    "with members: 3 write senders: 1, receivers: 2");
        }
    }

    private void checkPolite(int members) {
        boolean allAreSentTo = given.receivers() == null
                || given.receivers() >= members - 1
                || Integer.valueOf(1).equals(given.senders());
        if (isTrue(given.polite()) && !allAreSentTo) {
            refuse(
                    PATH + ".polite",
                    BenchmarkRunSpec.MESSAGE_BUS_POLITE_RULE,
                    given.receivers() + " receivers of " + members + " members",
                    "leave receivers out for all");
        }
    }

    private void checkRxRate() {
        if (given.rxRate() != null && !hasRxThreads()) {
            refuse(
                    PATH + ".rxRate",
                    "workload.messageBus." + MessageBusSettings.RX_RATE_RULE,
                    "none",
                    "write rxThreads: 1");
        }
    }

    private void checkPoll() {
        if (isTrue(given.poll()) && !hasRxThreads()) {
            refuse(PATH + ".poll", "workload.messageBus." + MessageBusSettings.POLL_RULE, "none", "write rxThreads: 1");
        }
    }

    private boolean hasRxThreads() {
        return requireNonNullElse(given.rxThreads(), 0) != 0;
    }

    private void checkMaxBacklog() {
        if (given.maxBacklog() != null && Boolean.FALSE.equals(given.receipts())) {
            refuse(
                    PATH + ".maxBacklog",
                    "workload.messageBus." + MessageBusSettings.MAX_BACKLOG_RULE,
                    "receipts: false",
                    "leave receipts out");
        }
    }

    private Supplier<Sending> sending() {
        var messageSize = Setting.of("spec", BenchmarkRunSpec.class, "messageSize");
        long largest = reader.bytes(messageSize, spec.messageSize());
        long smallest = optionalBytes("minMessageSize", given.minMessageSize()).orElse(largest);
        if (spec.messageSize() != null && largest < MessageBusSpec.HEADER_BYTES) {
            reader.add(SpecProblem.ofValue(
                    "spec.messageSize",
                    "must be at least " + MessageBusSpec.HEADER_BYTES + " bytes with workload MessageBus",
                    spec.messageSize(),
                    "4Ki"));
        } else if (smallest > largest) {
            refuse(
                    PATH + ".minMessageSize",
                    BenchmarkRunSpec.MIN_MESSAGE_SIZE_RULE,
                    given.minMessageSize(),
                    "a good value is 512");
        }
        int senders = (int) reader.number(setting("senders"), given.senders(), 0);
        int receivers = (int) reader.number(setting("receivers"), given.receivers(), 0);
        int threads = (int) reader.number(setting("txThreads"), given.txThreads(), 0);
        var txRate = optionalBytes("txRate", given.txRate());
        var arrivals = reader.arrivals(setting("arrivals"), given.arrivals(), "txRate", given.txRate());
        var maxBacklog = optionalBytes("maxBacklog", given.maxBacklog());
        int flushFrequency = (int) reader.number(setting("flushFrequency"), given.flushFrequency(), 0);
        int latencyFrequency = (int) reader.number(setting("latencyFrequency"), given.latencyFrequency(), 0);
        var blockSpin = reader.duration(setting("blockSpin"), given.blockSpin());
        return () -> MessageBusSpecSendingBuilder.builder()
                .senders(Optional.ofNullable(given.senders()).map(_ -> senders))
                .receivers(Optional.ofNullable(given.receivers()).map(_ -> receivers))
                .threads(threads)
                .smallestBytes((int) smallest)
                .largestBytes((int) largest)
                .cached(isTrue(given.cached()))
                .bytesPerSecond(txRate)
                .arrivals(arrivals)
                .maxBacklogBytes(maxBacklog)
                .flushFrequency(flushFrequency)
                .latencyFrequency(latencyFrequency)
                .receipts(given.receipts() == null || given.receipts())
                .polite(isTrue(given.polite()))
                .block(isTrue(given.block()))
                .blockSpin(blockSpin)
                .build();
    }

    private Supplier<Processing> processing() {
        int threads = (int) reader.number(setting("rxThreads"), given.rxThreads(), 0);
        int chunkSize = (int) reader.number(setting("chunkSize"), given.chunkSize(), 0);
        var rxRate = optionalBytes("rxRate", given.rxRate());
        return () -> new Processing(threads, chunkSize, rxRate, isTrue(given.poll()));
    }

    private Optional<Long> optionalBytes(String component, ByteQuantity quantity) {
        return Optional.ofNullable(quantity).map(known -> reader.bytes(setting(component), known));
    }

    private void refuse(String path, String rule, Object found, String advice) {
        reader.add(new SpecProblem(path, "spec." + rule, found.toString(), advice));
    }

    private static boolean isTrue(Boolean value) {
        return Boolean.TRUE.equals(value);
    }

    private static Setting setting(String component) {
        return Setting.of(PATH, MessageBusSettings.class, component);
    }
}
