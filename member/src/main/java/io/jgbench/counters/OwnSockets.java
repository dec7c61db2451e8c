package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The sockets of any kind that a process has open.
 *
 * @param process its folder in {@code /proc}
 */
record OwnSockets(Path process) {
    /** Of the name of a socket, which ends with its inode and a bracket. */
    private static final String SOCKET = "socket:[";

    /**
     * A descriptor of each of them, by its inode.
     *
     * @throws IOException if the system does not tell
     */
    Map<String, Integer> descriptorByInode() throws IOException {
        Map<String, Integer> descriptorByInode = new HashMap<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                inode(descriptor)
                        .ifPresent(inode -> descriptorByInode.put(
                                inode, Integer.valueOf(descriptor.getFileName().toString())));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return descriptorByInode;
    }

    private static Optional<String> inode(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(SOCKET)
                    ? Optional.of(target.substring(SOCKET.length(), target.length() - 1))
                    : Optional.empty();
        } catch (IOException e) {
            // The descriptor was closed since the folder was listed.
            return Optional.empty();
        }
    }
}
