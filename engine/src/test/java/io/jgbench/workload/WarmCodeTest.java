package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.WarmCode.Measured;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        // a JVM of its own: that of the tests does not compile as a member's does
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WarmCode.class.getName(),
                        workload.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        String thrownAway = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(thrownAway).isEmpty();
    }
}
