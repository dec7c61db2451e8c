package io.jgbench.operator.storage;

import io.jgbench.report.files.DiskSync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Folders on a volume. Files are made on the volume itself, under a name that begins with a dot. */
final class VolumeStorage implements FolderStorage {
    /** Another operator may store on the same volume. */
    private static final Duration LEFT_AFTER = Duration.ofHours(1);

    private final Path root;
    private final DiskSync disk;

    VolumeStorage(Path root) {
        this(root, DiskSync.ofSystem());
    }

    VolumeStorage(Path root, DiskSync disk) {
        this.root = root;
        this.disk = disk;
    }

    @Override
    public Stored store(Staging staging) throws StorageException {
        long bytes = 0;
        try (var folder = StagingFolder.in(root, LEFT_AFTER)) {
            Staged staged = staging.writeInto(folder.path());
            Path target = root.resolve(staged.folder().toString());
            Set<Path> changed = new LinkedHashSet<>();
            for (Path file : folder.files()) {
                bytes += Files.size(file);
                Path published = target.resolve(folder.path().relativize(file));
                publish(file, published);
                foldersOf(published).forEach(changed::add);
            }
            for (Path each : changed) {
                disk.sync(each);
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
        // once it is said to be stored, the ConfigMaps that hold the same may be deleted
        disk.sync(file);
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Those above a file, up to the volume itself: each holds the name of the one below it. */
    private Stream<Path> foldersOf(Path file) {
        Path below = root.relativize(file);
        int names = below.getNameCount();
        return Stream.concat(
                IntStream.range(1, names).mapToObj(up -> root.resolve(below.subpath(0, names - up))), Stream.of(root));
    }

    @Override
    public void close() {
        // holds nothing
    }
}
