package io.jgbench.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.report.files.DiskSync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeStorageTest {
    private static final StoragePath RUN = StoragePath.of("lab", "udp-20261101T100000Z");

    @TempDir
    private Path volume;

    @Test
    void filesLieUnderTheNamesOfTheirFolder() throws Exception {
        var stored = new VolumeStorage(volume).store(RUN, folder -> write(folder, "12345"));

        assertThat(stored.location())
                .isEqualTo(volume.resolve("lab/udp-20261101T100000Z").toString());
        assertThat(stored.bytes()).isEqualTo(10);
        assertThat(files())
                .containsExactly(
                        "lab/udp-20261101T100000Z/repetition-1/result.json", "lab/udp-20261101T100000Z/status.yaml");
    }

    @Test
    void filesAreOnTheDiskBeforeTheyAppearAndTheirNamesBeforeTheyAreSaidToBeStored() throws Exception {
        List<String> synced = new ArrayList<>();
        DiskSync disk = path -> synced.add(volume.relativize(path).toString());

        new VolumeStorage(volume, disk).store(RUN, folder -> write(folder, "12345"));

        assertThat(synced)
                .extracting(path -> path.replaceFirst("^\\.jgbench-\\d+/", "unfinished/"))
                .containsExactly(
                        "unfinished/repetition-1/result.json",
                        "unfinished/status.yaml",
                        "lab/udp-20261101T100000Z/repetition-1",
                        "lab/udp-20261101T100000Z",
                        "lab",
                        "");
    }

    @Test
    void whatIsStoredTwiceLiesThereOnce() throws Exception {
        var storage = new VolumeStorage(volume);
        storage.store(RUN, folder -> write(folder, "first"));
        storage.store(RUN, folder -> write(folder, "second"));

        assertThat(files()).hasSize(2);
        assertThat(volume.resolve(RUN.toString()).resolve("status.yaml")).hasContent("second");
    }

    @Test
    void nothingIsLeftOfAWriterThatFailsNorOfAnOperatorThatWasKilled() throws Exception {
        Files.createDirectories(volume.resolve(".jgbench-123/repetition-1"));
        Files.writeString(volume.resolve(".jgbench-123/repetition-1/result.json"), "half");
        Files.setLastModifiedTime(
                volume.resolve(".jgbench-123"), FileTime.from(Instant.now().minus(Duration.ofHours(2))));

        assertThatThrownBy(() -> new VolumeStorage(volume).store(RUN, folder -> {
                    write(folder, "half");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(volume.toString(), "No space left on device");
        assertThat(volume).isEmptyDirectory();
    }

    @Test
    void linkThatLeadsOutOfTheVolumeIsNotFollowed(@TempDir Path elsewhere) throws Exception {
        Files.createSymbolicLink(volume.resolve("lab"), elsewhere);

        assertThatThrownBy(() -> new VolumeStorage(volume).store(RUN, folder -> write(folder, "12345")))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("leads out of the volume");
        assertThat(files()).isEmpty();
    }

    @Test
    void volumeThatIsNotThereIsNamed() {
        Path missing = volume.resolve("missing");

        assertThatThrownBy(() -> new VolumeStorage(missing).store(RUN, folder -> write(folder, "12345")))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(missing.toString());
    }

    private static List<String> write(Path folder, String text) throws IOException {
        Files.writeString(folder.resolve("status.yaml"), text);
        Files.writeString(Files.createDirectory(folder.resolve("repetition-1")).resolve("result.json"), text);
        return List.of();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(volume)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> volume.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
