package io.jgbench.transport.jgroups;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.Event;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/**
 * Asks a stack for its digest again and again, as {@link STABLE} does some tens of times a second. Otherwise the JVMs
 * would compile that code after a minute or more, in the measured part, all members within seconds of each other. The
 * request changes nothing in the stack.
 */
final class DigestRehearsal implements AutoCloseable {
    /** More than the 5,000 calls after which the JVM compiles a method ({@code Tier4InvocationThreshold}). */
    private static final int QUESTIONS = 8_000;

    private static final long INTERVAL_NANOS = Duration.ofMillis(5).toNanos();

    private final List<Protocol> belowStable;
    private volatile boolean closed;

    /** Of a stack's protocols. Where STABLE is not among them, nobody asks for a digest, and nor does this. */
    DigestRehearsal(List<Protocol> protocols) {
        belowStable = protocols.stream()
                .filter(STABLE.class::isInstance)
                .<Protocol>map(Protocol::getDownProtocol)
                .toList();
    }

    /** Begins to ask, until it was asked often enough or this is closed. */
    void begin() {
        if (!belowStable.isEmpty()) {
            Thread.ofPlatform().daemon().name("digest-rehearsal").start(this::ask);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private void ask() {
        for (int i = 0; i < QUESTIONS && !closed; i++) {
            belowStable.forEach(protocol -> protocol.down(Event.GET_DIGEST_EVT));
            LockSupport.parkNanos(this, INTERVAL_NANOS);
        }
    }
}
