package io.jgbench.testing.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesProgramsTest {
    private static final Map<String, String> SET = Map.of(KubernetesPrograms.BINARIES, "/opt/kubernetes");

    @TempDir
    Path checkout;

    @Test
    void withoutProgramsItSaysWhatToSet() {
        assertThat(new KubernetesPrograms(Map.<String, String>of()::get, checkout).missing())
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("set JGBENCH_KUBERNETES_BINARIES to "));
        assertThat(new KubernetesPrograms(name -> " ", checkout).missing()).isPresent();
        assertThat(new KubernetesPrograms(SET::get, checkout).missing()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "crds", "crds/target"})
    void scriptOfTheCheckoutIsFoundFromEachOfItsFolders(String folder) throws IOException {
        script("echo /cache; echo ignored >&2");
        Path start = Files.createDirectories(checkout.resolve(folder));

        assertThat(new KubernetesPrograms(SET::get, start).folder()).isEqualTo(Path.of("/cache"));
    }

    @Test
    void scriptThatFailsIsNamedWithItsStatus() throws IOException {
        script("exit 7");

        assertThatThrownBy(() -> new KubernetesPrograms(SET::get, checkout).folder())
                .hasMessageContaining("e2e/cluster/binaries ended with status 7");
    }

    @Test
    void folderOutsideOfACheckoutIsNamed() {
        assertThatThrownBy(() -> new KubernetesPrograms(SET::get, checkout).folder())
                .hasMessageContaining("expected e2e/cluster/binaries in " + checkout);
    }

    private void script(String line) throws IOException {
        Path script = checkout.resolve("e2e/cluster/binaries");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\n" + line + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }
}
