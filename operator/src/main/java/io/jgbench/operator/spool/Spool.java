package io.jgbench.operator.spool;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes files for what is too large to be in memory. They have no names, so that nothing is left of them when the
 * process ends, however it does. Any thread may use it.
 */
public final class Spool {
    /**
     * Of 256 reports of ten minutes some 30 MiB; the chart gives the operator a temporary folder for more than this.
     */
    private static final long MOST_BYTES = 384L << 20;

    private final Path folder;
    private final long mostBytes;
    private final Cleaner cleaner = Cleaner.create();
    private final AtomicLong taken = new AtomicLong();

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
        if (taken.addAndGet(bytes) > mostBytes) {
            taken.addAndGet(-bytes);
            throw new IOException("the temporary files of all runs take more than the " + mostBytes
                    + " bytes that the operator has for them: let runs of many members end before others begin");
        }
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }
}
