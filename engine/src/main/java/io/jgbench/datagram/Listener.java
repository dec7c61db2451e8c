package io.jgbench.datagram;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Receives packets and counts them by stream. One thread receives and owns all counts; it serves requests of other
 * threads between two calls to the kernel, so that no packet takes a lock.
 */
public final class Listener implements AutoCloseable {
    /** How long a call to the kernel waits where nothing comes. */
    private static final long IDLE_CALL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Reading all that a buffer holds takes less, so that streams close even where the buffer never gets empty. */
    private static final long BACKLOG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PacketSocket socket;
    private final int key;
    private final int processBytes;
    private final long silenceNanos;

    /** A turn is from one call to the kernel to the next. In a longer one the process or its thread stood still. */
    private final long longestTurnNanos;

    private final StreamListener streams;

    /** The receiving thread serves it; when that has ended, those who ask, one at a time under the queue's lock. */
    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();

    private final StreamTable open = new StreamTable();

    /** Of streams that were set aside, the number of the first packet that was not counted. */
    private final Map<Integer, Long> next = new HashMap<>();

    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /** The stream of the last packet: packets come many in a row. */
    private Stream current;

    /** Until then the buffer may hold packets that came while the process stood still, of any stream. */
    private long backlogUntilNanos;

    private boolean fresh;
    private long nowNanos;
    private long packets;
    private long foreign;

    /** {@link #packets} as of the last call to the kernel. */
    private volatile long received;

    /** {@link #foreign} as of then. */
    private volatile long strangers;

    /** Pieces that the kernel has handed over, as of then. */
    private volatile long pieces;

    private volatile boolean closing;

    /**
     * Starts to receive.
     *
     * @param key packets with another one are passed over
     * @param processBytes bytes of each packet that are checked, a multiple of 4
     * @param silence how long nothing may arrive of a stream that has ended until it is closed; time in which the
     *     listener itself stood still does not count
     * @param streams is told of streams, by the receiving thread
     */
    public Listener(PacketSocket socket, int key, int processBytes, Duration silence, StreamListener streams) {
        this.socket = socket;
        this.key = key;
        this.processBytes = processBytes;
        this.silenceNanos = silence.toNanos();
        this.longestTurnNanos = Math.max(silenceNanos / 4, 2 * IDLE_CALL_NANOS);
        this.streams = streams;
        Thread.ofPlatform().daemon().name("datagram-listener").start(this::run);
    }

    private void run() {
        try {
            PacketSink sink = this::packet;
            long turnNanos = System.nanoTime();
            long inspectedNanos = turnNanos;
            backlogUntilNanos = turnNanos;
            long taken = 0;
            while (!closing) {
                fresh = true;
                int arrived = socket.receive(sink);
                boolean came = arrived > 0;
                taken += arrived;
                pieces = taken;
                received = packets;
                strangers = foreign;
                long now = fresh ? System.nanoTime() : nowNanos;
                if (now - turnNanos > longestTurnNanos) {
                    stoodStill(now - turnNanos, now);
                    // one stream's packets may lie in the buffer behind another's: these are read first
                    backlogUntilNanos = now + BACKLOG_NANOS;
                } else if (!came) {
                    backlogUntilNanos = now;
                }
                doWhatIsAsked();
                if (!came || (now - inspectedNanos > silenceNanos / 4 && !mayHaveBacklog(now))) {
                    inspectedNanos = now;
                    // the buffer was empty when a call began that found nothing; a signal may have ended it since
                    inspect(came ? now : turnNanos);
                }
                turnNanos = now;
            }
        } catch (IOException | RuntimeException | Error e) {
            over.completeExceptionally(e);
        } finally {
            doWhatIsAsked();
            open.all().forEach(Stream::close);
            over.complete(null);
            synchronized (asked) {
                // asked in between
                doWhatIsAsked();
            }
        }
    }

    private boolean mayHaveBacklog(long now) {
        return now - backlogUntilNanos < 0;
    }

    /** As much as an idle call takes counts as silence: streams close even where every turn takes too long. */
    private void stoodStill(long turnNanos, long now) {
        open.all().forEach(stream -> stream.stoodStill(turnNanos - IDLE_CALL_NANOS, now));
    }

    private void inspect(long at) {
        open.all().forEach(stream -> {
            stream.closeIfOver(at, silenceNanos);
            streams.inspected(
                    stream.id(),
                    stream.get(),
                    stream.silentNanos(at),
                    stream.closed().isDone());
        });
    }

    private void doWhatIsAsked() {
        for (Runnable task = asked.poll(); task != null; task = asked.poll()) {
            task.run();
        }
    }

    private void packet(MemorySegment buffer, long offset, int length, long source) {
        if (fresh) {
            fresh = false;
            nowNanos = System.nanoTime();
        }
        if (length < PacketHeader.BYTES) {
            foreign++;
            return;
        }
        long keyAndStream = PacketHeader.keyAndStream(buffer, offset);
        if ((int) (keyAndStream >>> Integer.SIZE) != key) {
            foreign++;
            return;
        }
        long sequence = PacketHeader.sequence(buffer, offset);
        if (sequence < 0) {
            end((int) keyAndStream, -1 - sequence, source);
            return;
        }
        if (isCounted((int) keyAndStream, sequence)) {
            return;
        }
        Stream stream = stream((int) keyAndStream, source);
        int processed = PacketHeader.processedOf(processBytes, length);
        stream.packet(sequence, length, PacketHeader.isIntact(buffer, offset, processed, sequence), nowNanos);
        packets++;
        streams.packet(stream.id(), stream);
    }

    /**
     * The end is told several times. Of a stream that is not known it says nothing. Of one that was set aside it tells
     * how many packets there were since, of which none has arrived.
     */
    private void end(int id, long sent, long source) {
        Stream ended = open.get(id);
        if (ended == null && sent > next.getOrDefault(id, sent)) {
            ended = openedAt(id, source, nowNanos);
        }
        if (ended != null) {
            ended.ended(sent, nowNanos);
        }
    }

    /** Whether a packet comes after its stream was set aside, and was counted there, as arrived or as missing. */
    private boolean isCounted(int id, long sequence) {
        return (current == null || current.id() != id) && open.get(id) == null && sequence < next.getOrDefault(id, 0L);
    }

    private Stream stream(int id, long source) {
        if (current == null || current.id() != id) {
            current = openedAt(id, source, nowNanos);
        }
        return current;
    }

    private Stream openedAt(int id, long source, long now) {
        Stream known = open.get(id);
        if (known == null) {
            known = new Stream(id, next.getOrDefault(id, 0L), source, now);
            open.add(known);
        }
        return known;
    }

    /** Packets that have arrived, of all streams and whatever they were. */
    public long received() {
        return received;
    }

    /** Pieces that the kernel has handed over, each a packet or several that it had joined. */
    public long pieces() {
        return pieces;
    }

    /** Packets of other runs or programs. */
    public long strangers() {
        return strangers;
    }

    /**
     * Tells how many packets a stream had. The answer comes when all have arrived, or when none has for the time of
     * silence.
     *
     * @param sent how many were sent
     */
    public CompletableFuture<StreamCount> ended(int stream, long sent) {
        return ask(() -> {
            long now = System.nanoTime();
            Stream ended = openedAt(stream, 0, now);
            ended.ended(sent, now);
            ended.closeIfOver(now, mayHaveBacklog(now) ? Long.MAX_VALUE : silenceNanos);
            return ended.closed();
        });
    }

    /** The counts of all streams as they are now, by stream. */
    public CompletableFuture<Map<Integer, StreamCount>> counts() {
        return ask(() -> {
            Map<Integer, StreamCount> counts = new TreeMap<>();
            open.all().forEach(stream -> counts.put(stream.id(), stream.get()));
            return CompletableFuture.completedFuture(counts);
        });
    }

    /** Forgets a stream; later packets of it begin a new one. */
    public void forget(int stream) {
        asked.add(() -> drop(stream));
    }

    /**
     * Forgets a stream of which more packets may come. They begin a new stream, which counts from the first packet that
     * the old one did not count. To be called by the receiving thread, so by a {@link StreamListener}.
     */
    public void setAside(int stream) {
        Stream gone = open.get(stream);
        if (gone != null) {
            next.put(stream, gone.next());
            drop(stream);
        }
    }

    private void drop(int stream) {
        Stream gone = open.get(stream);
        if (gone != null) {
            gone.close();
            open.remove(stream);
            current = null;
        }
    }

    private <T> CompletableFuture<T> ask(Supplier<CompletableFuture<T>> question) {
        var answer = new CompletableFuture<CompletableFuture<T>>();
        asked.add(() -> answer.complete(question.get()));
        if (over.isDone()) {
            // asked after the thread had ended: it is done by who asks
            synchronized (asked) {
                doWhatIsAsked();
            }
        }
        return over.isCompletedExceptionally() ? over.thenApply(_ -> null) : answer.thenCompose(Function.identity());
    }

    /** Answers when no more is received: exceptionally if the socket failed. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** Ends the thread; the socket stays open. */
    @Override
    public void close() {
        closing = true;
        // soon over, as no call to the kernel waits for long; the socket must not be closed before
        over.handle((_, _) -> true).join();
    }
}
