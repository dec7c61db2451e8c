package io.jgbench.rpctest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.perftest.Console;
import io.jgbench.rpctest.RpcTestMessage.Go;
import io.jgbench.rpctest.RpcTestMessage.Prepare;
import io.jgbench.rpctest.RpcTestMessage.Result;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportListener;
import io.jgbench.transport.Transports;
import io.jgbench.workload.JsonMessages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members as they are started by hand, each in a thread of its own instead of on a host of its own. */
class RpcTestTest {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration PREPARING = Duration.ofSeconds(30);

    /** Far from the system's, so that a time taken of both is far from what it should be. */
    private static final EpochClock CLOCK = ahead(EpochClock.system(), Duration.ofDays(1));

    private final List<Member> members = new ArrayList<>();
    private TransportSpec transport;

    private static EpochClock ahead(EpochClock system, Duration by) {
        return () -> system.epochNanos() + by.toNanos();
    }

    @BeforeEach
    void planStack() {
        var random = ThreadLocalRandom.current();
        String xml = new Stacks()
                .named("udp")
                .xml()
                .replaceFirst("bind_addr=\"[^\"]*\"", "bind_addr=\"127.0.0.1\"")
                .replaceFirst("mcast_addr=\"[^\"]*\"", "mcast_addr=\"239.255.81." + random.nextInt(1, 255) + "\"")
                .replaceFirst("mcast_port=\"[^\"]*\"", "mcast_port=\"" + random.nextInt(20_000, 30_000) + "\"");
        transport = new TransportSpec("jgroups", Optional.of(new TransportSpec.Stack("loopback", xml)), Map.of(), 0);
    }

    @AfterEach
    void closeAll() {
        members.forEach(member -> member.test.close());
    }

    @Test
    void keyOneAtOneMemberLetsAllMakeTheirRequestsAndPrintsTheResultsInTheOriginalsForm() throws Exception {
        Member first = start("A");
        first.press("7", "500");
        first.awaitLine("num_msgs=500");
        Member second = start("B");
        second.awaitLine("Fetched config from A: anycast_count=2, num_threads=25, num_msgs=500, msg_size=1000");

        second.press("1");

        second.awaitLine("PUTs from send to answer");
        assertThat(second.printed())
                .contains("======================= Results: ===========================")
                .containsPattern("A: [0-9.]+ reqs/sec \\([0-9]+ GETs, [0-9]+ PUTs total\\)")
                .containsPattern("B: [0-9.]+ reqs/sec \\([0-9]+ GETs, [0-9]+ PUTs total\\)")
                .containsPattern("Average of [0-9.]+ requests / sec \\([0-9.]+(b|KB|MB) / sec\\), [0-9.]+ ms /request"
                        + " \\(prot=UNICAST3\\)")
                .containsPattern("GETs from send to answer: p50 [0-9.]+ ms");
        first.awaitLine("invoking 500 RPCs of 1.00KB, sync=true");
        first.awaitLine("done (in ");
    }

    @Test
    void memberAloneCallsItself() throws Exception {
        Member alone = start("A");
        alone.press("7", "100");
        alone.awaitLine("num_msgs=100,");
        alone.press("1");

        alone.awaitLine("Average of ");

        assertThat(alone.printed()).contains("** view: [A]");
    }

    @Test
    void keysThatAreTypedAtOnceHoldOneAfterTheOther() throws Exception {
        Member alone = start("A");

        alone.press("7", "100", "8", "5000", "1");

        alone.awaitLine("Average of ");
        assertThat(alone.printed()).contains("invoking 100 RPCs of 5.00KB");
    }

    @Test
    void changesReachAllAndWhatIsNoNumberChangesNothing() throws Exception {
        Member first = start("A");
        Member second = start("B");
        second.awaitLine("Fetched config");

        second.press("r", "0.5", "9", "3", "9", "2", "6", "many", "6", "2.9", "7", "3000000000");
        second.press("r", "NaN", "r", "0.999", "2", "q");

        first.awaitLine("read percentage=0.50");
        second.awaitLine("anycast count must be smaller or equal to the view size ([A, B])");
        second.awaitLine("a member does not call itself: each PUT goes to 1 of 2 members");
        second.awaitLine("expected a whole number up to 2147483647, got: many");
        second.awaitLine("expected a whole number up to 2147483647, got: 2.9");
        second.awaitLine("expected a whole number up to 2147483647, got: 3000000000");
        second.awaitLine("read percentage must be >= 0 and <= 1.0, got: NaN");
        second.awaitLine("read percentage must have two decimals at the most, got: 0.999");
        second.awaitLine("-- view: [A, B]");
        assertThat(second.over.get()).isTrue();
        await().atMost(DEADLINE).until(() -> first.test.config().readPercentage() == 0.5);
    }

    @Test
    void memberThatLeavesDuringARunEndsItForAllAndIsNotAmongTheResults() throws Exception {
        Member first = start("A");
        Member second = start("B");
        Member third = start("C");
        first.press("7", "100000000");
        first.awaitLine("num_msgs=100000000");
        first.press("1");
        third.awaitLine("invoking 100000000 RPCs");

        third.test.close();

        first.awaitLine("Average of ");
        assertThat(first.printed())
                .contains("not finished: the members are now [A, B]")
                .doesNotContainPattern("C: [0-9.]+ reqs/sec");
        second.awaitLine("not finished: the members are now [A, B]");
    }

    @Test
    void memberWhoseTransportFailsInAWayThatNobodyExpectsEndsTheRunOfAll() throws Exception {
        Member first = start("A");
        var second = new Member("B", PREPARING, refusing(new Transports().find("jgroups")));
        join(second);

        first.press("1");

        first.awaitLine("Average of ");
        assertThat(second.printed())
                .contains("not finished: unexpected: java.lang.IllegalStateException: the test refuses it");
        assertThat(first.printed())
                .contains("not finished: B gave up: unexpected: java.lang.IllegalStateException: the test refuses it");
    }

    /** Does all that another one does, but sends no calls. */
    private static Transport refusing(Transport transport) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (_, method, arguments) -> {
                    if (method.getName().equals("sendTo")) {
                        throw new IllegalStateException("the test refuses it");
                    }
                    try {
                        return method.invoke(transport, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void memberThatDoesNotGetReadyIsNamed() throws Exception {
        Member first = start("A", Duration.ofSeconds(1));
        try (var silent = new Transports().find("jgroups")) {
            silent.open(
                    new TransportContext(
                            transport, "rpct", "mute", 1, List.of(), Optional.empty(), Duration.ofSeconds(30)),
                    new Silent());
            first.awaitLine("** view: [A, mute]");

            first.press("1");

            first.awaitLine("not begun: [mute] did not get ready within 1 s");
        }
    }

    @Test
    void runThatAnotherOneOvertookIsAnsweredWithAFailedResult() throws Exception {
        Member answering = start("A");
        try (var other = new Transports().find("jgroups")) {
            var results = new LinkedBlockingQueue<Result>();
            var mail = new JsonMessages<>(RpcTestMessage.class, other);
            other.open(
                    new TransportContext(
                            transport, "rpct", "B", 1, List.of(), Optional.empty(), Duration.ofSeconds(30)),
                    new Results(mail, results));
            answering.awaitLine("** view: [A, B]");

            mail.send(new Prepare("B", 1, List.of("A", "B"), RpcTestConfig.DEFAULT));
            mail.send(new Prepare("B", 2, List.of("A", "B"), RpcTestConfig.DEFAULT));
            mail.send(new Go("B", 1));

            Result result = results.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(result).isNotNull();
            assertThat(result.run()).isEqualTo(1);
            assertThat(result.failure()).contains("another run was begun at the same time");
            assertThat(RpcTestLines.line(result)).contains("A: 0.00 reqs/sec");
        }
    }

    private record Results(JsonMessages<RpcTestMessage> mail, Queue<Result> results) implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            try {
                if (JsonMessages.is(buffer, offset, length)
                        && mail.read(buffer, offset, length) instanceof Result result) {
                    results.add(result);
                }
            } catch (MalformedJsonException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void membersChanged(List<String> names) {}

        @Override
        public void failed(String reason) {}
    }

    @Test
    void resultsAreNotWaitedForForEver() {
        var cluster = new RpcTestCluster();
        cluster.changeView(List.of("A", "B"));
        var plan = cluster.begin("A");

        assertThatThrownBy(() -> cluster.awaitResults(plan.members(), Duration.ofMillis(1)))
                .isInstanceOf(RpcTestException.class)
                .hasMessageStartingWith("no results of [A, B] within ");
    }

    @Test
    void secondMemberOfANameIsRefused() throws Exception {
        start("A");
        var second = new Member("A", PREPARING);
        members.add(second);

        assertThatThrownBy(second.test::join)
                .isInstanceOf(RpcTestException.class)
                .hasMessage("there is another member named A; start each with a -name of its own");
    }

    private Member start(String name) throws Exception {
        return start(name, PREPARING);
    }

    private Member start(String name, Duration preparing) throws Exception {
        var member = new Member(name, preparing);
        join(member);
        return member;
    }

    private void join(Member member) throws Exception {
        members.add(member);
        member.test.join();
        member.follow();
        int count = members.size();
        await().atMost(DEADLINE)
                .until(() ->
                        members.stream().allMatch(other -> other.test.members().size() == count));
    }

    @Test
    void timeOfARunIsTakenOfOneClock() throws Exception {
        Member alone = start("A");
        alone.press("7", "100", "1");

        alone.awaitLine("done (in ");

        var done = Pattern.compile("done \\(in ([0-9]+) ms\\)").matcher(alone.printed());
        assertThat(done.find()).as(alone.printed()).isTrue();
        assertThat(Long.parseLong(done.group(1))).isBetween(0L, DEADLINE.toMillis());
    }

    private static final class Silent implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {}

        @Override
        public void membersChanged(List<String> names) {}

        @Override
        public void failed(String reason) {}
    }

    private final class Member {
        private final StringWriter out = new StringWriter();
        private final Console console = new Console(new PrintWriter(out), false);
        private final PipedWriter keys = new PipedWriter();
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private final BufferedReader reader;
        private final RpcTest test;

        Member(String name, Duration preparing) throws IOException {
            this(name, preparing, new Transports().find("jgroups"));
        }

        Member(String name, Duration preparing, Transport carrier) throws IOException {
            reader = new BufferedReader(new PipedReader(keys, 4096));
            test = new RpcTest(name, transport, carrier, CLOCK, console, preparing);
        }

        void follow() {
            String xml = transport.stack().orElseThrow().xml();
            Thread.ofPlatform().daemon().name("keys").start(() -> {
                try {
                    over.complete(new KeyPresses(test, reader, console, xml).run());
                } catch (Exception e) {
                    over.completeExceptionally(e);
                }
            });
        }

        void press(String... lines) throws IOException {
            for (String line : lines) {
                keys.write(line + "\n");
            }
            keys.flush();
        }

        String printed() {
            return out.toString();
        }

        void awaitLine(String part) {
            await().atMost(DEADLINE).until(() -> printed().contains(part));
        }
    }
}
