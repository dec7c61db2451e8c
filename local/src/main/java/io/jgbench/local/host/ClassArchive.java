package io.jgbench.local.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The classes that a member loads, loaded and linked ahead of time (the JVM's AOT cache, JEP 483), so that a member
 * starts with less than half the CPU time. An archive holds classes only and no profile of a former run (JEP 515), so
 * that the code which is measured is compiled from what it does itself. It belongs to one JDK and one class path of
 * jars; with any other it has another name.
 *
 * <p>It is made by a start whose only purpose that is: each member that is part of a run would spend seconds on it at
 * its end.
 */
public final class ClassArchive {

    private static final String SUFFIX = ".aot";

    private final Path file;

    private ClassArchive(Path file) {
        this.file = file;
    }

    /**
     * The archive for members that are started like this one.
     *
     * @param folder where archives are kept
     * @throws IOException if an entry of the class path cannot be looked at
     */
    public static ClassArchive in(Path folder, MemberJvm jvm) throws IOException {
        return new ClassArchive(folder.resolve("member-" + key(jvm) + SUFFIX));
    }

    /** Whether it has been made. */
    public boolean isThere() {
        return Files.isReadable(file);
    }

    /** The same JVM, started with the archive if it is there. */
    public MemberJvm use(MemberJvm jvm) {
        return new MemberJvm(
                jvm.java(),
                jvm.classPath(),
                jvm.mainClass(),
                isThere() ? Optional.of(file) : Optional.empty(),
                jvm.options());
    }

    /** Begins to make it; several processes may do so at once. */
    public Recording record(MemberJvm jvm) throws IOException {
        Files.createDirectories(file.getParent());
        var draft = Files.createTempFile(file.getParent(), "member-", ".part");
        var options = new ArrayList<>(jvm.options());
        options.add("-XX:AOTCacheOutput=" + draft);
        options.add("-XX:+UnlockDiagnosticVMOptions");
        options.add("-XX:-AOTRecordTraining");
        return new Recording(
                new MemberJvm(jvm.java(), jvm.classPath(), jvm.mainClass(), Optional.empty(), options), draft, file);
    }

    /** An archive in the making; closing it without {@link #keep} discards it. */
    public static final class Recording implements AutoCloseable {

        private final MemberJvm jvm;
        private final Path draft;
        private final Path file;

        private Recording(MemberJvm jvm, Path draft, Path file) {
            this.jvm = jvm;
            this.draft = draft;
            this.file = file;
        }

        /** What to start; it writes the archive when it exits by itself, which takes seconds. */
        public MemberJvm jvm() {
            return jvm;
        }

        /**
         * Puts the archive to its place once the JVM has ended.
         *
         * @return whether the JVM has written one; it writes none where the class path holds a folder
         */
        public boolean keep() throws IOException {
            if (Files.notExists(draft) || Files.size(draft) == 0) {
                return false;
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(draft);
        }
    }

    private static String key(MemberJvm jvm) throws IOException {
        var parts = new ArrayList<>(List.of(jvm.mainClass()));
        var entries = new ArrayList<>(jvm.classPath());
        entries.add(jvm.java());
        for (var entry : entries) {
            parts.add(entry + " " + Files.size(entry) + " " + Files.getLastModifiedTime(entry));
        }
        try {
            var digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
