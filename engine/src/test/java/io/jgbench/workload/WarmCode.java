package io.jgbench.workload;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.workload.multicast.MulticastWorkload;
import io.jgbench.workload.rpc.RpcWorkload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** Runs a workload and prints which code of ours the JVM threw away when its measured part began. */
final class WarmCode {
    private static final String DEOPTIMIZATION = "jdk.Deoptimization";
    private static final String OURS = "io.jgbench.";
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Until the compilers have done their work, over a transport that is many times as fast as a stack. */
    private static final int WITHOUT_A_STACK = 4_000_000;

    private static final int OVER_A_STACK = 600_000;

    /** Number of messages that take as much time as one request. */
    private static final int MESSAGES_OF_A_REQUEST = 10;

    /** Before the start, as the end of the warm-up must throw nothing away either; and after it. */
    private static final Duration AROUND_THE_BEGIN = Duration.ofMillis(500);

    private static final List<String> ON_THE_WAY_OF_A_MESSAGE =
            List.of("io.jgbench.workload.", "io.jgbench.transport.");

    /**
     * Called once, while members wait for an end, or before a thread that has nothing to send sleeps: what each message
     * calls stays compiled without these.
     */
    private static final Set<String> ONCE_IN_A_WHILE = Set.of(
            "StreamReceiver.end",
            "MessageFlow.allEnded",
            "Requests.call",
            "Outbox.hasNothing",
            "SendRing$Wakeup.await");

    private final List<Workload> workloads = new ArrayList<>();
    private final TransportSpec transport;
    private final int warmupMessages;

    private WarmCode(TransportSpec transport, int warmupMessages) {
        this.transport = transport;
        this.warmupMessages = warmupMessages;
    }

    /** What can be run. */
    enum Measured {
        /** Messages to all. */
        MULTICAST,
        /** Requests. */
        RPC
    }

    /** Takes the name of the workload and that of a bundled stack, or none for the transport without JGroups. */
    public static void main(String[] args) throws Exception {
        var code = args.length > 1
                ? new WarmCode(LoopbackMembers.stack(args[1]), OVER_A_STACK)
                : new WarmCode(LoopbackMembers.raw("tcp"), WITHOUT_A_STACK);
        List<String> thrownAway = switch (Measured.valueOf(args[0])) {
            case MULTICAST -> code.thrownAway(MulticastWorkload::new, code.multicast(), MulticastReport.class);
            case RPC -> code.thrownAway(RpcWorkload::new, code.rpc(), RpcReport.class);
        };
        thrownAway.forEach(System.out::println);
    }

    private MulticastSpec multicast() {
        return new MulticastSpec(
                2, RunLength.of(SECOND), 100, Warmup.of(warmupMessages), 1, SECOND.dividedBy(10), Duration.ZERO, 128);
    }

    private RpcSpec rpc() {
        return new RpcSpec(
                RunLength.of(SECOND),
                Warmup.of(warmupMessages / MESSAGES_OF_A_REQUEST),
                100,
                1,
                80,
                8,
                Optional.empty(),
                SECOND.multipliedBy(30),
                SECOND.dividedBy(10));
    }

    private <S extends WorkloadSpec> List<String> thrownAway(WorkloadFactory<S> factory, S spec, Class<?> report)
            throws Exception {
        Path file = Files.createTempFile("jgbench-warm-code", ".jfr");
        try (var recording = new Recording();
                var members = LoopbackMembers.of(transport, noting(factory), spec, 2)) {
            recording.enable(DEOPTIMIZATION);
            recording.start();
            members.run(report);
            recording.stop();
            recording.dump(file);
            Instant begin =
                    Instant.EPOCH.plusNanos(workloads.getFirst().result().beganAtEpochNanos());
            Map<Boolean, List<String>> events = RecordingFile.readAllEvents(file).stream()
                    .collect(Collectors.partitioningBy(
                            event -> Duration.between(begin, event.getStartTime())
                                            .abs()
                                            .compareTo(AROUND_THE_BEGIN)
                                    < 0,
                            Collectors.mapping(WarmCode::inWords, Collectors.toList())));
            checkThatSomethingWasRecorded(events.get(false));
            return events.get(true).stream()
                    .filter(words -> ON_THE_WAY_OF_A_MESSAGE.stream().anyMatch(words::startsWith))
                    .filter(words -> ONCE_IN_A_WHILE.stream().noneMatch(words::contains))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Each warm-up throws code away that was compiled too early, so that a recording without any has missed it all.
     * Over a stack it may be the stack's alone.
     */
    private void checkThatSomethingWasRecorded(List<String> elsewhere) {
        String expected = transport.stack().isPresent() ? "" : OURS;
        if (elsewhere.stream().noneMatch(words -> words.startsWith(expected))) {
            throw new IllegalStateException("the recording has no " + DEOPTIMIZATION + " of " + expected
                    + "* at any time but around the begin, of " + elsewhere.size()
                    + " in all: it does not tell what is thrown away");
        }
    }

    private <S extends WorkloadSpec> WorkloadFactory<S> noting(WorkloadFactory<S> factory) {
        return (spec, context) -> {
            Workload workload = factory.create(spec, context);
            workloads.add(workload);
            return workload;
        };
    }

    private static String inWords(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return method.getType().getName() + "." + method.getName() + " line " + event.getInt("lineNumber") + ": "
                + event.getString("reason");
    }
}
