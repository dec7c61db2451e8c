package io.jgbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigest.Finding;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.report.html.suite.SuitePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a suite of 500 cells in three rounds takes in memory, as the operator handles it: with the figures that it is
 * judged by alone, and with its collector. The operator has 120 MiB of heap.
 */
@Timeout(180)
class SuiteMemoryTest {
    private static final int HEAP_MEBIBYTES = 52;
    private static final String COMPRESSED = "compressed bytes: ";

    @Test
    void resultAndPageOfFiveHundredCellsInThreeRoundsTakeLessThanHalfOfTheOperatorsHeap() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx" + HEAP_MEBIBYTES + "m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SuiteMemoryTest.class.getName())
                .redirectErrorStream(true)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        long compressed = Long.parseLong(output.lines()
                .filter(line -> line.startsWith(COMPRESSED))
                .findFirst()
                .orElseThrow()
                .substring(COMPRESSED.length()));
        assertThat(compressed).as("as large as real ones").isBetween(5_000_000L, 8_000_000L);
    }

    /** Makes digests, of which the compressed ones are read back one after the other, and all that is made of them. */
    public static void main(String[] arguments) throws IOException {
        var random = new Random(1);
        long[] compressed = {0};
        TestSuites suite = TestSuites.fiveHundredCells().measured(digest -> {
            byte[] bytes = CompressedDigest.of(filled(digest, random));
            compressed[0] += bytes.length;
            return judged(bytes);
        });
        System.out.println(COMPRESSED + compressed[0]);
        String page = SuitePage.html(suite.inMemory());
        System.out.println("page: " + page.length());
    }

    private static VisitDigest judged(byte[] compressed) {
        try {
            VisitDigest digest = CompressedDigest.read(compressed, "memory");
            Map<String, Double> figures = new TreeMap<>(digest.figures());
            figures.keySet().retainAll(Metrics.OF_EACH_CELL);
            return VisitDigestBuilder.builder(digest).figures(figures).build();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** With what a digest of many findings and two histograms has. */
    private static VisitDigest filled(VisitDigest digest, Random random) {
        Map<String, Double> figures = new TreeMap<>(digest.figures());
        IntStream.range(0, 40).forEach(i -> figures.put("figureOfANumber" + i, random.nextDouble() * 1e6));
        List<Finding> findings = IntStream.range(0, 6)
                .mapToObj(i -> new Finding(
                        Reason.SHARED_HOST,
                        Severity.WARNING,
                        String.join(" ", Collections.nCopies(8, digest.run() + " lost " + random.nextInt(1_000_000)))))
                .toList();
        return VisitDigestBuilder.builder(digest)
                .figures(figures)
                .findings(findings)
                .histograms(Map.of("latency", histogram(2e5, random), "oneWay", histogram(9e4, random)))
                .build();
    }

    private static String histogram(double nanos, Random random) {
        var recorded = new Histogram(2);
        for (int i = 0; i < 15_000; i++) {
            recorded.recordValue(Math.max(1, Math.round(nanos * Math.exp(1.1 * random.nextGaussian()))));
        }
        return HistogramText.encode(recorded);
    }
}
