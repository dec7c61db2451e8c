package io.jgbench.tune;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The folder of the host where its originals are kept. Only one process at a time may use it; see {@link HostLock}. */
record StateFolder(Path folder) {
    private static final String STATE = "originals.json";
    private static final String CUT_OFF = "cut-off.json";

    /** What was left there. */
    Optional<HostState> read() throws IOException {
        return read(
                file(), HostState.class, "the originals of this host", "put the host's settings right and remove it");
    }

    /** What the host could not be reached with last; empty if nothing was noted since somebody has forgotten it. */
    Optional<CutOff> readCutOff() throws IOException {
        return read(folder.resolve(CUT_OFF), CutOff.class, "what this host was cut off by", "remove it");
    }

    private static <T> Optional<T> read(Path file, Class<T> type, String what, String remedy) throws IOException {
        try {
            return Optional.of(ProtocolJson.readStored(Files.readAllBytes(file), type));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (MalformedJsonException e) {
            throw new IOException(
                    what + " cannot be read from " + file + ", which is " + e.getMessage() + "; look at it, " + remedy,
                    e);
        }
    }

    /** Writes it so that a crash leaves the old or the new one, and a power cut after the return the new one. */
    void write(HostState state) throws IOException {
        write(file(), ProtocolJson.write(state));
    }

    /** The same. */
    void writeCutOff(CutOff cutOff) throws IOException {
        write(folder.resolve(CUT_OFF), ProtocolJson.write(cutOff));
    }

    private void write(Path file, byte[] json) throws IOException {
        Path next = folder.resolve(file.getFileName() + ".new");
        // made anew: what a killed tuner left is old, and a link that lies there is not followed
        Files.deleteIfExists(next);
        try (var channel = FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var bytes = ByteBuffer.wrap(json);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync();
    }

    void deleteCutOff() throws IOException {
        if (Files.deleteIfExists(folder.resolve(CUT_OFF))) {
            sync();
        }
    }

    void delete() throws IOException {
        Files.deleteIfExists(file());
        sync();
    }

    Path file() {
        return folder.resolve(STATE);
    }

    private void sync() throws IOException {
        try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
