package io.jgbench.operator.storage;

import io.jgbench.bucket.Bucket;
import io.jgbench.bucket.BucketException;
import io.jgbench.operator.storage.StorageSettings.S3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Objects in a bucket. A file is made on the local disk, as its size must be known before it is sent, and is streamed
 * from there.
 */
final class S3Storage implements FolderStorage {
    private final S3 settings;
    private final Path temporary;
    private final Bucket bucket;

    /**
     * Nothing is connected yet.
     *
     * @param temporary where files are made; made where it is not there, and used by nobody else
     */
    S3Storage(S3 settings, Path temporary) {
        this.settings = settings;
        this.temporary = temporary;
        this.bucket = new Bucket(settings.bucket());
    }

    @Override
    public Stored store(Staging staging) throws StorageException {
        long bytes = 0;
        try (var folder = StagingFolder.in(Files.createDirectories(temporary), Duration.ZERO)) {
            Staged staged = staging.writeInto(folder.path());
            StoragePath target = settings.prefix()
                    .map(prefix -> prefix.below(staged.folder()))
                    .orElse(staged.folder());
            for (Path file : folder.files()) {
                bytes += Files.size(file);
                put(target + "/" + folder.path().relativize(file), file);
                Files.delete(file);
            }
            return new Stored("s3://" + settings.bucket().bucket() + "/" + target, bytes, staged.leftOut());
        } catch (IOException e) {
            throw new StorageException("The operator's own " + temporary + " does not take it: " + e + ".", e);
        }
    }

    private void put(String key, Path file) throws StorageException {
        try {
            bucket.put(key, contentType(key), file);
        } catch (BucketException e) {
            throw new StorageException(e.getMessage() + ".", e);
        }
    }

    private static String contentType(String key) {
        return switch (key.substring(key.lastIndexOf('.') + 1)) {
            case "json" -> "application/json";
            case "html" -> "text/html; charset=utf-8";
            case "xml" -> "application/xml";
            case "csv" -> "text/csv";
            default -> "text/plain; charset=utf-8";
        };
    }

    @Override
    public void close() {
        bucket.close();
    }
}
