package io.jgbench.cli.output;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.FileFailure;
import io.jgbench.report.html.PageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A file that what was measured is written to for others to read.
 *
 * @param path where it is
 */
public record ReportFile(Path path) {
    /** What this process has open. It leads to the file behind it, which others write to as well. */
    private static final Pattern OPEN_STREAM = Pattern.compile("/dev/(stdout|stderr|fd/\\d+)|/proc/self/fd/\\d+");

    private static final Pattern STANDARD_OUTPUT = Pattern.compile("/dev/(stdout|fd/1)|/proc/self/fd/1");

    /** As the kernel has it. */
    private static final int MOST_LINKS = 40;

    /**
     * Checks that it can be written, so that a run need not come to its end to find out.
     *
     * @param given what the user gave
     */
    public static ReportFile at(String given) throws BadInputException {
        return at(given, "the report", PageFile.NAME);
    }

    /**
     * The same of another kind of file.
     *
     * @param what what it is, in a sentence
     * @param example a name that such a file may have
     */
    public static ReportFile at(String given, String what, String example) throws BadInputException {
        Path path = target(given, what);
        if (isOpenStream(path)) {
            return new ReportFile(path.normalize());
        }
        Path folder = path.getParent();
        if (Files.isDirectory(path) || folder == null) {
            throw new BadInputException(what + " must be a file, got a folder: " + given
                    + ". Give a name in it, such as " + Path.of(given).resolve(example) + ".");
        }
        if (isDeviceOrPipe(path)) {
            if (!Files.isWritable(path)) {
                throw new BadInputException(
                        what + " must be something that can be written, got: " + given + ". Give another one.");
            }
        } else if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new BadInputException(what + " must be in a folder that is there and can be written, got: " + given
                    + ". Make the folder, or give another one.");
        }
        return new ReportFile(path);
    }

    /**
     * The file that a link leads to is written, and not the link, also where the file is not there yet. Links to pipes
     * lead to no name.
     */
    private static Path target(String given, String what) throws BadInputException {
        try {
            Path path = Path.of(given).toAbsolutePath();
            for (int links = 0; Files.isSymbolicLink(path) && !isOpenStream(path) && !isDeviceOrPipe(path); links++) {
                if (links == MOST_LINKS) {
                    throw new BadInputException(what + " must be a file, got a link that leads to no end: " + given
                            + ". Remove it, or give another name.");
                }
                path = path.resolveSibling(Files.readSymbolicLink(path));
            }
            return Files.isRegularFile(path) && !isOpenStream(path) ? path.toRealPath() : path;
        } catch (InvalidPathException | IOException e) {
            throw new BadInputException(e);
        }
    }

    private static boolean isOpenStream(Path path) {
        return OPEN_STREAM.matcher(path.normalize().toString()).matches();
    }

    private static boolean isDeviceOrPipe(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /**
     * Writes it beside its place and moves it there, so that no half of it stands under its name. What is no ordinary
     * file is written to, and a stream that is open, such as {@code /dev/stdout}, is added to.
     *
     * @throws IOException if it cannot be written, with one sentence
     */
    public void write(String text) throws IOException {
        try {
            writeTo(text);
        } catch (FileSystemException e) {
            // it may name the unfinished file, which is gone and which nobody has asked for
            throw new IOException("cannot write " + path + ": " + FileFailure.reason(e), e);
        }
    }

    private void writeTo(String text) throws IOException {
        if (STANDARD_OUTPUT.matcher(path.toString()).matches()) {
            System.out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            System.out.flush();
            return;
        }
        if (isOpenStream(path)) {
            Files.writeString(path, text, StandardOpenOption.APPEND);
            return;
        }
        if (isDeviceOrPipe(path)) {
            Files.writeString(path, text, StandardOpenOption.WRITE);
            return;
        }
        Path unfinished = path.resolveSibling("." + UUID.randomUUID() + ".new");
        try {
            Files.writeString(unfinished, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
