package io.jgbench.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** With {@code -Djgbench.generate=true} these write the files instead of comparing them. */
class GeneratedFilesTest {
    private static final Path CRD = Path.of("src/main/crd/benchmarkruns.jgbench.io-v1.yml");

    @Test
    void checkedInDefinitionFollowsFromTheTypes() throws IOException {
        hold(CRD, CrdFile.generate().yaml());
    }

    private static void hold(Path file, String generated) throws IOException {
        if (Boolean.getBoolean("jgbench.generate")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, generated);
        }
        assertThat(file).exists();
        assertThat(Files.readString(file))
                .as("%s follows from the types; write it anew with './jgbench generate'", file)
                .isEqualTo(generated);
    }
}
