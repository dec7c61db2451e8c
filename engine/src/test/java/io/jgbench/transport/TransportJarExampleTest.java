package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.spec.TransportSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a transport outside the build: compiled, packed and found as its README says. */
class TransportJarExampleTest {
    private static final String SERVICES = "META-INF/services/io.jgbench.transport.Transport";

    @TempDir
    private Path temporary;

    @Test
    void transportInAJarOnTheClassPathIsFoundByNameAndCarriesMessages() throws Exception {
        URL jar = buildJar().toUri().toURL();
        try (URLClassLoader classPath =
                new URLClassLoader(new URL[] {jar}, getClass().getClassLoader())) {
            Transports transports = new Transports(classPath);
            Inbox inbox = new Inbox();
            try (Transport first = transports.find("in-memory");
                    Transport second = transports.find("in-memory")) {
                first.open(context("a"), new Inbox());
                second.open(context("b"), inbox);

                first.send(new byte[] {0, 0, 0, 5, 0, 0, 0, 9}, 0, 8);

                assertThat(inbox.numbers(5)).containsExactly(9);
                assertThat(inbox.members()).containsExactly("a", "b");
            }
        }
    }

    @Test
    void unknownTransportIsAnsweredWithThoseThatThereAre() {
        assertThatThrownBy(() -> new Transports().find("carrier-pigeon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jgroups, tcp, udp")
                .hasMessageContaining("carrier-pigeon");
    }

    @Test
    void eachUseHasATransportOfItsOwn() {
        Transports transports = new Transports();

        assertThat(transports.find("udp")).isNotSameAs(transports.find("udp"));
    }

    private static TransportContext context(String member) {
        TransportSpec spec = new TransportSpec("in-memory", Optional.empty(), Map.of(), 0);
        return new TransportContext(spec, "example", member, 2, List.of(), Optional.empty(), Duration.ofSeconds(10));
    }

    private Path buildJar() throws IOException {
        Path example = exampleFolder();
        Path classes = Files.createDirectory(temporary.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        example.resolve("InMemoryTransport.java").toString());
        assertThat(status).isZero();
        Path jar = temporary.resolve("in-memory.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> compiled = Files.list(classes)) {
            for (Path file : compiled.toList()) {
                add(entries, file.getFileName().toString(), file);
            }
            add(entries, SERVICES, example.resolve(SERVICES));
        }
        return jar;
    }

    private static void add(JarOutputStream entries, String name, Path file) throws IOException {
        entries.putNextEntry(new JarEntry(name));
        Files.copy(file, entries);
        entries.closeEntry();
    }

    private static Path exampleFolder() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("examples/transport-jar"))) {
            here = here.getParent();
        }
        return here.resolve("examples/transport-jar");
    }
}
