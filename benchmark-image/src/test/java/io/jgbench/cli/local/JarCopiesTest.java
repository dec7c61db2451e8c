package io.jgbench.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class JarCopiesTest {
    @TempDir
    private Path folder;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Files.writeString(folder.resolve("jgroups.jar"), "classes");
    }

    @Test
    void copyStaysAsItWasUntilItIsClosed() throws IOException {
        Path copy;
        try (var copies = new JarCopies()) {
            copy = copies.copy(jar);
            Files.writeString(jar, "other classes");

            assertThat(copy).hasContent("classes").hasFileName("jgroups.jar");
        }
        assertThat(copy.getParent()).doesNotExist();
    }

    @Test
    void nothingIsCopiedAfterTheEnd() throws IOException {
        var copies = new JarCopies();
        copies.close();

        assertThatThrownBy(() -> copies.copy(jar))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is ending");
    }

    @Test
    void copyIsGoneWithItsJvmThoughNobodyClosedIt() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process jvm = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeavesItsCopy.class.getName(),
                        jar.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String copy = jvm.inputReader().readLine();

        assertThat(jvm.waitFor()).isZero();
        assertThat(copy).startsWith(temporary.toString()).endsWith("jgroups.jar");
        assertThat(temporary).isEmptyDirectory();
    }

    /** Prints where its copy is, and ends. */
    static final class LeavesItsCopy {
        private LeavesItsCopy() {}

        public static void main(String[] args) throws IOException {
            var copies = new JarCopies();
            System.out.println(copies.copy(Path.of(args[0])));
        }
    }
}
