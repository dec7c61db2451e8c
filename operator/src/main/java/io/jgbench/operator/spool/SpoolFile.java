package io.jgbench.operator.spool;

import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.protocol.TextShelf;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file without a name. It goes when it is closed, or when nobody can read it any more: texts of it may be in use
 * after the run that made it. Any thread may use it. Not a channel, which an interrupt of one of its readers would
 * close for all.
 */
public final class SpoolFile implements TextShelf, AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Content content;
    private final Cleaner.Cleanable cleanable;

    SpoolFile(RandomAccessFile file, Spool spool, Cleaner cleaner) {
        this.content = new Content(file, spool);
        this.cleanable = cleaner.register(this, content);
    }

    /**
     * Where bytes are.
     *
     * @param at the first one
     * @param length how many
     */
    public record Part(long at, int length) {}

    /**
     * Appends bytes.
     *
     * @throws IOException if there is no room for them
     */
    public Part append(byte[] bytes) throws IOException {
        return append(bytes, 0, bytes.length);
    }

    private Part append(byte[] bytes, int offset, int length) throws IOException {
        return content.append(bytes, offset, length);
    }

    /** Reads what was appended. */
    public byte[] read(Part part) throws IOException {
        byte[] bytes = new byte[part.length()];
        content.read(part.at(), bytes, 0, bytes.length);
        return bytes;
    }

    /** How many bytes it has. */
    public long length() {
        return content.length();
    }

    @Override
    public LongText keep(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new SpooledText(this, append(bytes), text.length());
    }

    /** Appends what is written to it, in larger pieces. */
    public OutputStream out() {
        return new BufferedOutputStream(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        write(new byte[] {(byte) one}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        append(bytes, offset, length);
                    }
                },
                BUFFER_BYTES);
    }

    /** Reads it from its begin to its end. */
    public InputStream in() {
        return new InputStream() {
            private long at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int next = (int) Math.min(length, length() - at);
                if (next <= 0) {
                    return length == 0 ? 0 : -1;
                }
                content.read(at, bytes, offset, next);
                at += next;
                return next;
            }
        };
    }

    @Override
    public void close() {
        cleanable.clean();
    }

    private record SpooledText(SpoolFile file, Part part, int length) implements LongText {
        @Override
        public String text() {
            try {
                return new String(file.read(part), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException("a temporary file of the operator cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /** What is left when nobody can reach the file any more. */
    private static final class Content implements Runnable {
        private final RandomAccessFile file;
        private final Spool spool;
        private final ReentrantLock lock = new ReentrantLock();
        private long length;

        Content(RandomAccessFile file, Spool spool) {
            this.file = file;
            this.spool = spool;
        }

        Part append(byte[] bytes, int offset, int count) throws IOException {
            lock.lock();
            try {
                spool.take(count);
                long at = length;
                length += count;
                file.seek(at);
                file.write(bytes, offset, count);
                return new Part(at, count);
            } finally {
                lock.unlock();
            }
        }

        void read(long at, byte[] bytes, int offset, int count) throws IOException {
            lock.lock();
            try {
                file.seek(at);
                file.readFully(bytes, offset, count);
            } finally {
                lock.unlock();
            }
        }

        long length() {
            lock.lock();
            try {
                return length;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run() {
            lock.lock();
            try {
                spool.giveBack(length);
                length = 0;
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lock.unlock();
            }
        }
    }
}
