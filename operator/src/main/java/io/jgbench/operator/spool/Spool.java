package io.jgbench.operator.spool;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes files for what is too large to be in memory. They have no names, so that nothing is left of them when the
 * process ends, however it does. Any thread may use it.
 */
public final class Spool {
    /**
     * Of 256 reports of ten minutes some 30 MiB; the chart gives the operator a temporary folder for more than this.
     */
    private static final long MOST_BYTES = 384L << 20;

    /** Of pauses that double from one millisecond on, so that all of them take a second. */
    private static final long LONGEST_PAUSE_MILLIS = 512;

    /** Each of many reports for which there is no room would have all the heap looked through. */
    private static final Duration BETWEEN_FUTILE = Duration.ofSeconds(5);

    private final Path folder;
    private final long mostBytes;
    private final Cleaner cleaner = Cleaner.create();
    private final AtomicLong taken = new AtomicLong();
    private final ReentrantLock collecting = new ReentrantLock();

    /** When the garbage collector was asked in vain last; guarded by {@link #collecting}. */
    private OptionalLong futileAtNanos = OptionalLong.empty();

    /**
     * With no file yet.
     *
     * @param folder where the files lie
     * @param mostBytes what all of them may take
     */
    public Spool(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** In this process' temporary folder. */
    public static Spool temporary() {
        return new Spool(Path.of(System.getProperty("java.io.tmpdir")), MOST_BYTES);
    }

    /**
     * Makes an empty file.
     *
     * @throws IOException if none can be made
     */
    public SpoolFile open() throws IOException {
        Path path = Files.createTempFile(folder, "jgbench-", ".spool");
        try {
            return new SpoolFile(new RandomAccessFile(path.toFile(), "rw"), this, cleaner);
        } finally {
            Files.delete(path);
        }
    }

    /** What the files take, in bytes. */
    long takenBytes() {
        return taken.get();
    }

    void take(int bytes) throws IOException {
        if (!hasTaken(bytes) && !hasTakenAfterCollection(bytes)) {
            throw new IOException("the temporary files of all runs take more than the " + mostBytes
                    + " bytes that the operator has for them: let runs of many members end before others begin");
        }
    }

    private boolean hasTaken(int bytes) {
        if (taken.addAndGet(bytes) <= mostBytes) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /**
     * The file of a repetition that is over is closed when nobody can read it any more, which the garbage collector
     * alone finds out: texts of it may be in use after the run. It knows nothing of disks and may not run for hours, as
     * such a file takes a few bytes of the heap. So it is asked, as the JDK does where direct buffers run out.
     */
    private boolean hasTakenAfterCollection(int bytes) {
        collecting.lock();
        try {
            if (hasTaken(bytes)) {
                return true;
            }
            boolean isTooEarly = futileAtNanos.isPresent()
                    && System.nanoTime() - futileAtNanos.getAsLong() < BETWEEN_FUTILE.toNanos();
            if (isTooEarly) {
                return false;
            }
            System.gc();
            for (long millis = 1; millis <= LONGEST_PAUSE_MILLIS; millis *= 2) {
                Thread.sleep(Duration.ofMillis(millis));
                if (hasTaken(bytes)) {
                    return true;
                }
            }
            futileAtNanos = OptionalLong.of(System.nanoTime());
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            collecting.unlock();
        }
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }
}
