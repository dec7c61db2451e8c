package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.WarmCode.Measured;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The measured part begins with the code that the warm-up has compiled: the JVM throws none of ours away then. */
@Tag("slow")
class WarmCodeTest {

    @ParameterizedTest
    @EnumSource
    void measuredPartThrowsNoCompiledCodeAway(Measured workload) throws Exception {
        assertThat(thrownAway(workload.name())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void measuredPartOverAStackThrowsNoCompiledCodeAway(Measured workload) throws Exception {
        assertThat(thrownAway(workload.name(), "tcp")).isEmpty();
    }

    private static String thrownAway(String... arguments) throws Exception {
        // a JVM of its own: that of the tests does not compile as a member's does
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                WarmCode.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        String thrownAway = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        return thrownAway;
    }
}
