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
        var changed = new HostState("run-1", "boot-1", List.of(), true);
        Path victim = Files.writeString(folder.resolve("victim"), "untouched");
        Files.createSymbolicLink(state.file().resolveSibling("originals.json.new"), victim);

        state.write(changed);

        assertThat(victim).hasContent("untouched");
        assertThat(state.read()).contains(changed);
    }

    @Test
    void notesOfAnOlderTunerAreReadAsConfirmed() throws Exception {
        var state = new StateFolder(Files.createDirectory(folder.resolve("state")));
        Files.writeString(state.file(), """
                {"runId": "run-1", "bootId": "boot-1", "changes": [
                  {"key": {"kind": "MTU", "subject": "eth0"}, "original": "1500", "set": "9000"}]}
                """);

        var left = state.read().orElseThrow();

        assertThat(left.unconfirmed()).isFalse();
        assertThat(left.changes())
                .containsExactly(new HostState.Change(new SettingKey(SettingKey.Kind.MTU, "eth0"), "1500", "9000"));
    }
}
