package io.jgbench.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Standard output that remembers why it could not be written; a print stream alone knows only that it could not. */
final class StandardOutput extends FilterOutputStream {
    private final Path descriptor;
    private volatile String failure = "";

    /**
     * One on the stream of the process.
     *
     * @param descriptor the link in which Linux says what it leads to
     */
    StandardOutput(OutputStream out, Path descriptor) {
        super(out);
        this.descriptor = descriptor;
    }

    /** What commands print to. */
    PrintStream stream(Charset charset) {
        return new PrintStream(new BufferedOutputStream(this), true, charset);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (failure.isEmpty()) {
                failure = String.valueOf(e.getMessage());
            }
            throw e;
        }
    }

    /**
     * Why not all was written; empty where it was, or where the reader has ended first, as {@code head} does: the
     * system's word for that depends on the locale.
     */
    Optional<String> failure() {
        return Optional.of(failure)
                .filter(text -> !text.isEmpty())
                .filter(text -> !text.toLowerCase(Locale.ROOT).contains("broken pipe") && !hasReader());
    }

    private boolean hasReader() {
        try {
            return Files.readSymbolicLink(descriptor).toString().matches("(pipe|socket):.*");
        } catch (IOException _) {
            // no Linux: the word is all there is
            return false;
        }
    }
}
