package io.jgbench.preflight;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * One member's pre-flight: from when it is opened until it is closed its thread answers what others ask, and once told
 * to, sends what it has to. All but the requests to it is done by that thread.
 */
public final class MemberPreflight implements AutoCloseable {
    private static final Duration ANSWERED = Duration.ofSeconds(3);

    private final ProbeSockets sockets;
    private final ProbeExchange exchange;
    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> probed = new CompletableFuture<>();

    /** Completed when the sockets are closed or have failed. */
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private final Thread thread;
    private volatile boolean closed;
    private volatile Optional<PreflightReport> last = Optional.empty();

    private MemberPreflight(ProbeSockets sockets, ProbeExchange exchange) {
        this.sockets = sockets;
        this.exchange = exchange;
        this.thread = Thread.ofPlatform().daemon().name("preflight").unstarted(this::work);
    }

    /**
     * Opens the sockets and answers from here on.
     *
     * @param use what the transport uses, and so what is probed
     * @param losses what arrived at this host and was lost there until it is asked
     * @throws IOException if an address cannot be bound, with one sentence that names it
     */
    public static MemberPreflight open(PreflightRequest request, NetworkUse use, Supplier<ReceiveLosses> losses)
            throws IOException {
        var sockets = ProbeSockets.open(request, use);
        try {
            var opened = new MemberPreflight(sockets, new ProbeExchange(request, use, sockets, losses));
            opened.thread.start();
            return opened;
        } catch (IOException | RuntimeException | Error e) {
            sockets.close();
            throw e;
        }
    }

    /**
     * Probes the paths to all others, the first time that it is called, and waits until that is done. The sockets of
     * all others have to be open.
     *
     * @throws IOException if the sockets fail or were closed
     */
    public void probe() throws IOException, InterruptedException {
        asked.add(exchange::begin);
        sockets.selector().wakeup();
        await(probed, PreflightLimits.LONGEST.plus(ANSWERED));
    }

    /**
     * What was sent and received so far; once it is closed, what was by then.
     *
     * @throws IOException if the sockets have failed
     */
    public PreflightReport report() throws IOException, InterruptedException {
        if (last.isPresent()) {
            return last.get();
        }
        var written = new CompletableFuture<PreflightReport>();
        asked.add(() -> written.complete(exchange.report()));
        sockets.selector().wakeup();
        await(CompletableFuture.anyOf(written, over), ANSWERED);
        return written.isDone() ? written.join() : last.orElseThrow();
    }

    private static <T> T await(CompletableFuture<T> future, Duration patience)
            throws IOException, InterruptedException {
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("the pre-flight did not answer within " + patience.toSeconds() + " s", e);
        }
    }

    /** Closes the sockets: the transport may bind their ports when this returns. */
    @Override
    public void close() {
        closed = true;
        sockets.selector().wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                // the thread ends at once, and the ports have to be free
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        // however it ends, it frees the ports for the transport and releases all waiting threads
        try (sockets) {
            probeAndAnswer();
            last = Optional.of(exchange.report());
        } catch (IOException | RuntimeException e) {
            fail(e);
        } catch (Error e) {
            fail(e);
            throw e;
        }
        probed.completeExceptionally(new IOException("the sockets of the pre-flight are closed"));
        over.complete(null);
    }

    private void fail(Throwable cause) {
        var failure = new IOException("the sockets of the pre-flight failed: " + cause.getMessage(), cause);
        probed.completeExceptionally(failure);
        over.completeExceptionally(failure);
    }

    private void probeAndAnswer() throws IOException {
        while (!closed) {
            for (Runnable next = asked.poll(); next != null; next = asked.poll()) {
                next.run();
            }
            long due = exchange.advance();
            if (exchange.isDone()) {
                probed.complete(null);
            }
            select(due);
            exchange.receive();
        }
    }

    private void select(long dueNanos) throws IOException {
        if (dueNanos == Long.MAX_VALUE) {
            sockets.selector().select();
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(dueNanos - System.nanoTime());
        if (millis > 0) {
            sockets.selector().select(millis);
        } else {
            sockets.selector().selectNow();
        }
    }
}
