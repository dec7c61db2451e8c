package io.jgbench.member;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ControlPortLine;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.spec.ReadableDuration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * A member as a process: it reads its configuration, says where its control server listens with a
 * {@link ControlPortLine}, and lives until it is stopped or its lifetime has passed.
 */
final class MemberProcess {
    private static final int MAX_CONFIG_BYTES = 64 * 1024;
    private static final Duration CLOSING = Duration.ofSeconds(5);

    /** Half of the least time that a pod has to end. */
    private static final Duration HANDOVER = Duration.ofSeconds(5);

    private final MemberParts parts;
    private final InputStream in;
    private final PrintStream out;
    private final IntConsumer halt;

    /**
     * A process that is not started yet.
     *
     * @param in the configuration, one line, and the tie to the parent
     * @param out takes the control server's port
     * @param halt ends the process at once with a status
     */
    MemberProcess(MemberParts parts, InputStream in, PrintStream out, IntConsumer halt) {
        this.parts = parts;
        this.in = in;
        this.out = out;
        this.halt = halt;
    }

    /** Returns when the member was stopped and has left the cluster. */
    void run(MemberArguments arguments) throws MemberStartException, InterruptedException {
        MemberConfig config = config(arguments);
        if (arguments.exitWithParent()) {
            Thread.ofPlatform().daemon().name("parent").start(this::haltAtEndOfInput);
        }
        var member = new Member(config.runId(), config.name(), parts.withGroupKey(config.groupKey()));
        Thread.setDefaultUncaughtExceptionHandler(member::ended);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> handOver(member), "hand-over"));
        arguments.jgroups().ifPresent(member::requireJGroups);
        config.networkInterface().ifPresent(member::bindTo);
        // a member's control server binds where its transport does, unless that was told an interface
        member.lookAtNetwork(config.controlHost());
        try (var server = open(member, config)) {
            out.println(ControlPortLine.text(server.port()));
            out.flush();
            boolean stopped = member.awaitStop(config.lifetime());
            leave(member);
            if (!stopped) {
                throw new MemberStartException(config.name() + " got no stop request within its lifetime of "
                        + ReadableDuration.of(config.lifetime()));
            }
        }
    }

    /** Waits until the report is fetched, whatever ended the process, such as a kubelet that drains its node. */
    private static void handOver(Member member) {
        try {
            member.awaitHandover(HANDOVER);
        } catch (InterruptedException _) {
            // the process ends
        }
    }

    private MemberConfig config(MemberArguments arguments) throws MemberStartException {
        String from = arguments.config().map(Object::toString).orElse("standard input");
        try {
            byte[] json = arguments.config().isPresent()
                    ? Files.readAllBytes(arguments.config().get())
                    : line();
            return ProtocolJson.readRequest(json, MemberConfig.class);
        } catch (IOException e) {
            throw new MemberStartException("the configuration cannot be read from " + from + ": " + e.getMessage(), e);
        } catch (MalformedJsonException e) {
            throw new MemberStartException("the configuration from " + from + " is " + e.getMessage(), e);
        }
    }

    /** Not through a reader, which would take more than the line. */
    private byte[] line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() == MAX_CONFIG_BYTES) {
                throw new IOException("the line has more than " + MAX_CONFIG_BYTES + " bytes");
            }
            line.write(next);
        }
        return line.toByteArray();
    }

    private void haltAtEndOfInput() {
        try {
            while (in.read() >= 0) {
                // what comes after the configuration means nothing
            }
        } catch (IOException e) {
            // a broken pipe is an end as well
        }
        halt.accept(1);
    }

    private static MemberServer open(Member member, MemberConfig config) throws MemberStartException {
        String where = config.controlHost() + ":" + config.controlPort();
        try {
            var address = new InetSocketAddress(config.controlHost(), config.controlPort());
            if (address.isUnresolved()) {
                throw new MemberStartException("the control server's host is not known: " + config.controlHost());
            }
            return MemberServer.open(member, address, config.credentials());
        } catch (BindException e) {
            throw new MemberStartException("the control server cannot listen on " + where + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new MemberStartException("the control server of " + where + " failed: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new MemberStartException("the credentials cannot be used: " + e.getMessage(), e);
        }
    }

    /** A transport that does not close must not keep the process. */
    private static void leave(Member member) throws InterruptedException {
        Thread closing = Thread.ofPlatform().daemon().name("leave").start(member::close);
        closing.join(CLOSING);
    }
}
