package io.jgbench.cli.exit;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Failures of files whose message is the name of the file alone, in words. */
public final class FileFailure {
    private FileFailure() {}

    /** What happened, as one line for the user; the exception's own message where that says it. */
    public static String message(Exception e) {
        if (e instanceof FileSystemException failed && failed.getFile() != null && failed.getReason() == null) {
            return "cannot use " + failed.getFile() + ": " + reason(failed);
        }
        return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
    }

    /** Why, without the file. */
    public static String reason(FileSystemException e) {
        return switch (e) {
            case AccessDeniedException _ -> "no permission";
            case NoSuchFileException _ -> "no such file or folder";
            case FileSystemException _ when e.getReason() != null -> e.getReason();
            default -> e.getClass().getSimpleName();
        };
    }
}
