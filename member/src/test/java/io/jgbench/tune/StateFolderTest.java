package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    @TempDir
    private Path folder;

    @Test
    void linkInTheWayOfTheOriginalsIsNotFollowed() throws Exception {
        var state = new StateFolder(Files.createDirectory(folder.resolve("state")));
        var changed = new HostState("run-1", "boot-1", List.of());
        Path victim = Files.writeString(folder.resolve("victim"), "untouched");
        Files.createSymbolicLink(state.file().resolveSibling("originals.json.new"), victim);

        state.write(changed);

        assertThat(victim).hasContent("untouched");
        assertThat(state.read()).contains(changed);
    }
}
