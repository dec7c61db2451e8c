package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.papers.PublishedShape;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The published matrices: in a lab with their own numbers, and small ones for one machine. */
class PapersTest {
    private static final Path PAPERS = Path.of("../examples/papers");
    private static final String SMALL = "-small.yaml";
    private static final Duration SHORT = Duration.ofMinutes(10);
    private static final Duration SHORT_ON_A_CLUSTER = Duration.ofMinutes(20);
    private static final Pattern TIMES =
            Pattern.compile("# (?:It|Each) takes about (\\d+) minutes, and (\\d+) at the most\\.");

    static List<Path> papers() throws IOException {
        try (Stream<Path> files = Files.list(PAPERS)) {
            return files.sorted().toList();
        }
    }

    @Test
    void eachHasASmallOneBesideIt() throws Exception {
        List<String> names =
                papers().stream().map(file -> file.getFileName().toString()).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(14).allMatch(name -> name.endsWith(".yaml"));
        assertThat(names.stream().filter(name -> !name.endsWith(SMALL)))
                .allSatisfy(name -> assertThat(names).contains(name.replace(".yaml", SMALL)));
    }

    @ParameterizedTest
    @MethodSource("papers")
    void eachWorksAsItStandsAndSaysHowToRunItAndWhatIsNotRepeated(Path file) throws Exception {
        List<String> lines = Files.readAllLines(file);
        String name = file.getFileName().toString().replace(".yaml", "");
        boolean isSmall = file.toString().endsWith(SMALL);

        SuiteSpec suite = resolved(file);

        assertThat(suite.name()).isEqualTo(name);
        assertThat(suite.cells()).hasSizeGreaterThan(1);
        assertThat(lines.get(0)).startsWith("# ").endsWith(".");
        assertThat(lines.get(1))
                .startsWith(
                        isSmall
                                ? "# ./jgbench suite examples/papers/" + name + ".yaml --hosts namespaces --link-rate "
                                : "# kubectl apply -f examples/papers/" + name + ".yaml");
        assertThat(lines).contains("# Not repeated:").anyMatch(line -> line.startsWith("# - "));
        if (isSmall) {
            Matcher times = lines.stream()
                    .map(TIMES::matcher)
                    .filter(Matcher::matches)
                    .findFirst()
                    .orElseThrow();
            assertThat(minutes(times, 1)).isLessThanOrEqualTo(SHORT);
            assertThat(minutes(times, 2))
                    .isLessThanOrEqualTo(SHORT_ON_A_CLUSTER)
                    .isEqualTo(suite.budget().orElseThrow());
            assertThat(suite.cells())
                    .allSatisfy(cell ->
                            assertThat(IgnoredSettings.of(cell.declared())).isEmpty());
        }
    }

    private static Duration minutes(Matcher times, int group) {
        return Duration.ofMinutes(Long.parseLong(times.group(group)));
    }

    @ParameterizedTest
    @CsvSource({
        "perfTest2006, perf-test-2006.yaml",
        "perfTest2008, perf-test-2008.yaml",
        "homeCluster2011, jgroups-2011.yaml",
        "unicastRpcDist2011, rpc-dist-2011.yaml",
        "flowControl2008, flow-control-2008.yaml"
    })
    void eachPublishedFigureStandsBesideACellOfItsLabSuite(String paper, String file) throws Exception {
        SuiteSpec suite = resolved(PAPERS.resolve(file));
        List<PublishedPoint> points = PublishedFigures.known().points().stream()
                .filter(point -> point.paper().equals(paper))
                .toList();

        assertThat(points)
                .isNotEmpty()
                .allSatisfy(point -> assertThat(suite.cells()).anyMatch(cell -> isBeside(point, cell)));
    }

    @ParameterizedTest
    @CsvSource({
        "perf-test-2006-small.yaml",
        "perf-test-2008-small.yaml",
        "jgroups-2011-small.yaml",
        "rpc-dist-2011-small.yaml",
        "flow-control-2008-small.yaml"
    })
    void someCellOfASmallOneHasAPublishedFigureBesideIt(String file) throws Exception {
        assertThat(resolved(PAPERS.resolve(file)).cells())
                .anyMatch(cell -> PublishedFigures.known().points().stream().anyMatch(point -> isBeside(point, cell)));
    }

    private static boolean isBeside(PublishedPoint point, Cell cell) {
        return PublishedShape.of(cell.spec())
                .filter(shape -> PublishedFigures.known().beside(shape).contains(point))
                .isPresent();
    }

    private static SuiteSpec resolved(Path file) throws RunFileException {
        var runs = new RunSpecResolver(source -> new Stacks().named(source.name()));
        return SuiteFile.read(file).resolve(new SuiteResolver(runs));
    }
}
