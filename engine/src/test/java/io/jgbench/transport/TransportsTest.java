package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.spec.TransportSpec;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportsTest {
    private static final String SERVICES = "META-INF/services/io.jgbench.transport.Transport";

    @TempDir
    private Path folder;

    @Test
    void transportThatCannotBeLoadedIsToldInOneSentence() throws Exception {
        Path services = folder.resolve(SERVICES);
        Files.createDirectories(services.getParent());
        Files.writeString(services, "com.example.Gone\n");
        try (var loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThatThrownBy(() -> new Transports(loader).find("gone"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a transport on the class path cannot be loaded: ")
                    .hasMessageContaining("com.example.Gone");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jgroups", "tcp", "udp"})
    void transportPromisesWhatItsSpecSays(String name) {
        var spec = new TransportSpec(name, Optional.empty(), Map.of(), 0);

        assertThat(new Transports().find(name).reliable()).isEqualTo(spec.reliable());
    }
}
