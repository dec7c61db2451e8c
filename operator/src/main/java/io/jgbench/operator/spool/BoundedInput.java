package io.jgbench.operator.spool;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what is read, and ends with an error where that is more than is allowed. */
public final class BoundedInput extends FilterInputStream {
    private final long most;
    private long count;

    /**
     * Of another stream.
     *
     * @param most how many bytes are read at the most
     */
    public BoundedInput(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    /** How many bytes were read. */
    public long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        counted(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        counted(Math.max(0, read));
        return read;
    }

    private void counted(int read) throws IOException {
        count += read;
        if (count > most) {
            throw new IOException("it has more than " + most + " bytes");
        }
    }
}
