package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ClassArchiveTest {

    @TempDir
    Path folder;

    @Test
    void recordedArchiveIsUsedByTheNextStart() throws Exception {
        var jvm = jvm(jar());
        var archive = ClassArchive.in(folder, jvm);
        assertThat(archive.use(jvm).archive()).isEmpty();

        try (var recording = archive.record(jvm)) {
            run(recording.jvm());
            assertThat(recording.keep()).isTrue();
        }

        assertThat(run(archive.use(jvm))).contains("shared objects file");
        assertThat(ClassArchive.in(folder, jvm).isThere()).isTrue();
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void anotherJarMakesItAnotherArchive() throws Exception {
        var jvm = jvm(jar());
        var archive = ClassArchive.in(folder, jvm);
        try (var recording = archive.record(jvm)) {
            run(recording.jvm());
            recording.keep();
        }

        Files.setLastModifiedTime(jvm.classPath().getFirst(), FileTime.fromMillis(1_000_000));

        assertThat(ClassArchive.in(folder, jvm).isThere()).isFalse();
    }

    private static MemberJvm jvm(Path jar) {
        var like = MemberJvm.likeThisOne(List.of("-Xlog:class+load"));
        return new MemberJvm(
                like.java(), List.of(jar), StandInMember.class.getName(), Optional.empty(), like.options());
    }

    /** Runs it to its end and gives the line by which it loaded its main class. */
    private static String run(MemberJvm jvm) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(jvm.command()).redirectErrorStream(true).start();
        try (var stdin = process.outputWriter()) {
            stdin.write("serve 127.0.0.1\n");
        }
        var said = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(said).isZero();
        return said.lines()
                .filter(line -> line.contains(StandInMember.class.getName() + " source:"))
                .findFirst()
                .orElse(said);
    }

    private Path jar() throws IOException {
        var jar = folder.resolve("member.jar");
        var name = StandInMember.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var in = StandInMember.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
        return jar;
    }
}
