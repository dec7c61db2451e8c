package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.MessageBusReport.Received;
import io.jgbench.coordination.protocol.MessageBusReport.Sent;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.FreePorts;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import io.jgbench.transport.TransportListener;
import io.jgbench.transport.Transports;
import io.jgbench.workload.DirectSender;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload over real channels and sockets on the loopback interface. */
class MessageBusOverTransportsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<Transport> open = new CopyOnWriteArrayList<>();

    static Stream<Arguments> transports() {
        var bus = TestBus.streaming();
        return Stream.of(
                Arguments.of(raw("tcp"), 3, bus),
                Arguments.of(raw("tcp"), 2, bus.between(1, 1).flushing(20)),
                Arguments.of(raw("tcp"), 2, bus.blocking()),
                Arguments.of(raw("tcp"), 3, bus.between(1, 2).passingOn()),
                Arguments.of(raw("tcp"), 2, bus.processedBy(1, 8, Optional.empty())),
                Arguments.of(stack("udp"), 3, bus),
                Arguments.of(stack("tcp"), 2, bus.blocking()),
                Arguments.of(raw("udp"), 2, bus.blocking()));
    }

    private static TransportSpec stack(String name) {
        return new TransportSpec("jgroups", Optional.of(new Stacks().named(name)), Map.of(), 0);
    }

    private static TransportSpec raw(String name) {
        return new TransportSpec(name, Optional.empty(), Map.of(), 0);
    }

    @AfterEach
    void closeAll() {
        open.forEach(Transport::close);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatIsSentArrivesAndIsAnswered(TransportSpec transport, int members, TestBus bus) throws Exception {
        MessageBusSpec spec = bus.spec();
        List<Workload> workloads = openAll(transport, spec, members);

        inParallel(members, i -> {
            workloads.get(i).warmUp(new Role(i, true), PATIENCE);
            return null;
        });
        inParallel(members, i -> {
            workloads.get(i).run(new Role(i, true), PATIENCE);
            return null;
        });

        var reports = workloads.stream()
                .map(workload -> (MessageBusReport) workload.result().report())
                .toList();
        long sent = reports.stream()
                .flatMap(report -> report.sent().stream())
                .mapToLong(Sent::messages)
                .sum();
        assertThat(reports.stream()
                        .flatMap(report -> report.received().stream())
                        .mapToLong(Received::received)
                        .sum())
                .isEqualTo(sent)
                .isPositive();
        assertThat(reports).allSatisfy(report -> {
            assertThat(report.responses()).isEqualTo(report.responsesExpected());
            assertThat(report.errors()).isZero();
            assertThat(report.received()).allMatch(from -> from.duplicated() + from.reordered() == 0);
        });
    }

    private List<Workload> openAll(TransportSpec spec, MessageBusSpec bus, int members) throws Exception {
        List<Integer> ports = FreePorts.take(members);
        List<Peer> peers = IntStream.range(0, members)
                .mapToObj(i -> new Peer(i, "member-" + i, "127.0.0.1", ports.get(i)))
                .toList();
        var random = ThreadLocalRandom.current();
        var group = new MulticastGroup(
                "239.77." + random.nextInt(1, 255) + "." + random.nextInt(1, 255), random.nextInt(20_000, 30_000));
        List<Workload> workloads = new ArrayList<>();
        List<Listener> listeners = new ArrayList<>();
        List<Transport> transports = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            var transport = new Transports().find(spec.name());
            transport.check(spec, bus.largestMessageBytes());
            transports.add(transport);
            var workload = new MessageBusProvider()
                    .create(
                            bus,
                            new WorkloadContext(
                                    members,
                                    transport.reliable(),
                                    transport::send,
                                    DirectSender.over(transport),
                                    EpochClock.system()));
            workloads.add(workload);
            listeners.add(new Listener(workload));
        }
        open.addAll(transports);
        inParallel(members, i -> {
            transports
                    .get(i)
                    .open(
                            new TransportContext(
                                    spec, "bus", "member-" + i, members, peers, Optional.of(group), PATIENCE),
                            listeners.get(i));
            return null;
        });
        await().atMost(PATIENCE).until(() -> listeners.stream().allMatch(listener -> listener.members == members));
        return workloads;
    }

    private interface Work {
        Void of(int index) throws Exception;
    }

    private static void inParallel(int count, Work work) throws Exception {
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            List<Callable<Void>> all = IntStream.range(0, count)
                    .<Callable<Void>>mapToObj(i -> () -> work.of(i))
                    .toList();
            for (Future<Void> future : executor.invokeAll(all)) {
                future.get();
            }
        }
    }

    private static final class Listener implements TransportListener {
        private final Workload workload;
        private volatile int members;

        Listener(Workload workload) {
            this.workload = workload;
        }

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            workload.receive(buffer, offset, length);
        }

        @Override
        public void membersChanged(List<String> names) {
            members = names.size();
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }
    }
}
