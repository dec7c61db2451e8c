package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.cluster.FakeApiServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The memory that the reports of a large run take. */
@Tag("slow")
class LongRunTest {
    /** The heap that the chart gives the operator with its limit of 300 MiB. */
    private static final String HEAP = "-Xmx120m";

    private final FakeApiServer api = new FakeApiServer();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void heapOfAnOperatorOf300MebibytesTakesTheReportsOf256MembersThatMeasuredForTenMinutes() throws Exception {
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongRun.class.getName(),
                        api.client().getMasterUrl().toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains(LongRun.MEMBERS + " reports, ").contains("completed: true");
        System.out.print(said);
    }
}
