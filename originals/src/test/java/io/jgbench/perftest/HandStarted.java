package io.jgbench.perftest;

import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.Transports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Members as they are started by hand, each in a thread of its own instead of on a host of its own. */
final class HandStarted implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    private final Path folder;
    private final Optional<Stack> stack;
    private final List<Member> members = new ArrayList<>();

    /** Members over JGroups, with a multicast group of their own on the loopback interface. */
    HandStarted(Path folder) {
        this(folder, Optional.of(loopbackStack()));
    }

    HandStarted(Path folder, Optional<Stack> stack) {
        this.folder = folder;
        this.stack = stack;
    }

    static Stack loopbackStack() {
        var random = ThreadLocalRandom.current();
        String xml = new Stacks()
                .named("udp")
                .xml()
                .replaceFirst("bind_addr=\"[^\"]*\"", "bind_addr=\"127.0.0.1\"")
                .replaceFirst("mcast_addr=\"[^\"]*\"", "mcast_addr=\"239.255.78." + random.nextInt(1, 255) + "\"")
                .replaceFirst("mcast_port=\"[^\"]*\"", "mcast_port=\"" + random.nextInt(20_000, 30_000) + "\"");
        return new Stack("loopback", xml);
    }

    static String config(String transport, int messages, int members, int senders) {
        return """
                transport=%s
                num_msgs=%d
                msg_size=1000
                num_members=%d
                num_senders=%d
                log_interval=100
                """.formatted(transport, messages, members, senders);
    }

    Member start(String name, boolean sender, String config) throws IOException {
        return start(name, sender, config, DEADLINE);
    }

    Member start(String name, boolean sender, String config, Duration timeout) throws IOException {
        var member = new Member(new PerfTestSetup(
                PerfTestConfig.read(Files.writeString(folder.resolve(name + ".txt"), config)),
                name,
                sender,
                stack,
                Optional.of(folder.resolve(name + ".samples")),
                true,
                false,
                timeout,
                DEADLINE));
        members.add(member);
        return member;
    }

    @Override
    public void close() {
        members.forEach(member -> member.thread.interrupt());
        await().atMost(DEADLINE).until(() -> members.stream().noneMatch(member -> member.thread.isAlive()));
    }

    static final class Member {
        private final StringWriter output = new StringWriter();
        private final CompletableFuture<RunResult> result = new CompletableFuture<>();
        private final Path samples;
        private final Thread thread;

        private Member(PerfTestSetup setup) {
            samples = setup.samples().orElseThrow();
            var test = new PerfTest(
                    setup,
                    new Transports()::find,
                    EpochClock.system(),
                    new Console(new PrintWriter(output, true), true));
            thread = Thread.ofPlatform().name("test-" + setup.name()).start(() -> {
                try {
                    result.complete(test.run());
                } catch (Exception | Error e) {
                    result.completeExceptionally(e);
                }
            });
        }

        /** As if it was killed, but for the socket's farewell. */
        void kill() {
            thread.interrupt();
        }

        RunResult result() throws InterruptedException, TimeoutException, ExecutionException {
            return result.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }

        /** The sentence with which the test failed. */
        String failure() throws InterruptedException, TimeoutException {
            try {
                return "no failure, but " + result().verdict();
            } catch (ExecutionException e) {
                return e.getCause().getMessage();
            }
        }

        String output() {
            return output.toString();
        }

        List<String> samples() throws IOException {
            return Files.readAllLines(samples);
        }
    }
}
