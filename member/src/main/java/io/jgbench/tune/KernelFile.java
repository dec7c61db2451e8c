package io.jgbench.tune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;

/** A file of {@code /proc/sys} or {@code /sys} that holds one setting. */
record KernelFile(Path file) {
    private static final int MOST_BYTES = 4096;

    /**
     * The text; words are separated by single blanks.
     *
     * @throws SettingException if it cannot be read, or is too long to be noted and put back as a whole
     */
    String read() throws SettingException {
        // In one call: /proc/sys gives nothing at a second one, and as its files say that they are empty,
        // Files.readString would begin with a single byte.
        try (var in = Files.newInputStream(file)) {
            byte[] text = in.readNBytes(MOST_BYTES + 1);
            if (text.length > MOST_BYTES) {
                throw SettingException.refused(
                        "its value is longer than " + MOST_BYTES + " bytes, and could not be put back as it was");
            }
            return new String(text, StandardCharsets.US_ASCII).strip().replaceAll("\\s+", " ");
        } catch (NoSuchFileException e) {
            throw SettingException.absent("this host has no " + file, e);
        } catch (IOException e) {
            throw SettingException.refused(reason("cannot be read", e), e);
        }
    }

    /**
     * Writes it in one call, as the kernel wants it, with the end of a line: a write of no byte at all would not set an
     * empty value. The file is never made.
     */
    void write(String value) throws SettingException {
        try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(StandardCharsets.US_ASCII.encode(value + "\n"));
        } catch (NoSuchFileException e) {
            throw SettingException.absent("this host has no " + file, e);
        } catch (AccessDeniedException e) {
            throw SettingException.refused(whyDenied(), e);
        } catch (IOException e) {
            throw SettingException.refused(reason("refuses " + value, e), e);
        }
    }

    /** A parameter of the whole machine has no owner's write permission in all network namespaces but the first. */
    private String whyDenied() {
        try {
            if (!Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE)) {
                return "it is read-only in this network namespace, it belongs to the whole machine";
            }
        } catch (IOException e) {
            return "permission denied";
        }
        return "permission denied, it takes root with CAP_NET_ADMIN";
    }

    private static String reason(String what, IOException e) {
        String why =
                e instanceof FileSystemException said && said.getReason() != null ? said.getReason() : e.getMessage();
        return "it " + what + ": " + why;
    }
}
