package io.jgbench.operator.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** Folders on a volume. Files are made on the volume itself, under a name that begins with a dot. */
final class VolumeStorage implements FolderStorage {
    /** Another operator may store on the same volume. */
    private static final Duration LEFT_AFTER = Duration.ofHours(1);

    private final Path root;

    VolumeStorage(Path root) {
        this.root = root;
    }

    @Override
    public Stored store(Staging staging) throws StorageException {
        long bytes = 0;
        try (var folder = StagingFolder.in(root, LEFT_AFTER)) {
            Staged staged = staging.writeInto(folder.path());
            Path target = root.resolve(staged.folder().toString());
            for (Path file : folder.files()) {
                bytes += Files.size(file);
                publish(file, target.resolve(folder.path().relativize(file)));
            }
            return new Stored(target.toString(), bytes, staged.leftOut());
        } catch (IOException e) {
            throw new StorageException("The volume at " + root + " does not take it: " + e + ".", e);
        }
    }

    private void publish(Path file, Path target) throws IOException, StorageException {
        Path parent = Files.createDirectories(target.getParent());
        // a link on the volume could lead anywhere
        if (!parent.toRealPath().startsWith(root.toRealPath())) {
            throw new StorageException(parent + " leads out of the volume at " + root + "; remove the link.");
        }
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        // holds nothing
    }
}
