package io.jgbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.TestResults;
import io.jgbench.report.TestSuites;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What axe-core says of the page in a real browser: contrast, names, roles, order, in light and dark, wide and narrow.
 * Needs a Chromium on the path; the page's own policy keeps scripts out, so that a copy without it is looked at.
 */
@Tag("slow")
@Timeout(300)
class AxeTest {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";
    private static final String SYSTEM = "id=\"colours-system\" checked=\"checked\"";
    private static final long DEADLINE_SECONDS = 120;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "run,light,1280",
        "run,dark,1280",
        "run,light,500",
        "run,dark,500",
        "suite,light,1280",
        "suite,dark,1280",
        "suite,light,500",
        "suite,dark,500"
    })
    void axeFindsNothing(String kind, String colours, int width) throws Exception {
        String page =
                kind.equals("run") ? page() : SuitePage.html(TestSuites.whole().stored(folder));

        Document seen = seen(withAxe(page, colours), width);

        JsonNode violations =
                new ObjectMapper().readTree(seen.getElementById("axe-result").text());
        assertThat(violations).as("%s", violations.toPrettyString()).isEmpty();
        assertThat(seen.getElementById("axe-checks").text()).contains("color-contrast", "heading-order", "region");
    }

    @Test
    void policyLetsTheStyleInAndAScriptNot() throws Exception {
        String page = page().replace("</body>", "<script>document.title = 'executed';</script></body>");

        Document seen = seen(page, 1280);

        assertThat(seen.title()).isEqualTo("lab · jgbench");
    }

    private static String page() {
        var result = new TestResults()
                .stack("udp", "<config><UDP/></config>")
                .link(Link.ethernet(1_000_000_000L, 1500))
                .host("kernel", "6.18")
                .sampled()
                .notApplied("placement needs a cluster")
                .member(1000, 0, Map.of("gcNanos", 40_000_000L, "messagesFrom.lab-1", 1000L, "missedFrom.lab-1", 25L))
                .host("kernel", "6.19")
                .member(1000, 5, Map.of("messagesFrom.lab-0", 1000L, "missedFrom.lab-0", 9L))
                .result();
        return RunPage.html(RepetitionsResult.of(List.of(result, result)), Optional.empty());
    }

    private static String withAxe(String page, String colours) throws IOException {
        String axe;
        try (var in = AxeTest.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String chosen = "id=\"colours-" + colours + "\"";
        String script = """
                for (const details of document.querySelectorAll('details')) details.open = true;
                axe.run(document, {resultTypes: ['violations']}).then(result => {
                  const add = (id, value) => {
                    const pre = document.createElement('pre');
                    pre.id = id;
                    pre.textContent = JSON.stringify(value);
                    document.body.appendChild(pre);
                  };
                  add('axe-result', result.violations.map(each => ({
                    id: each.id, help: each.help, nodes: each.nodes.slice(0, 3).map(node => node.html),
                    why: each.nodes.slice(0, 3).map(node => node.failureSummary)})));
                  add('axe-checks', result.passes.concat(result.violations).map(each => each.id));
                });
                """;
        return page.replaceFirst(POLICY, "")
                .replace(SYSTEM, "id=\"colours-system\"")
                .replace(chosen, chosen + " checked=\"checked\"")
                .replace("</body>", "<script>" + axe + "</script><script>" + script + "</script></body>");
    }

    private Document seen(String page, int width) throws IOException, InterruptedException {
        Optional<String> browser = browser();
        assumeTrue(browser.isPresent(), "it needs one of " + BROWSERS + " on the path");
        Path file = Files.writeString(folder.resolve("page.html"), page);
        Path output = folder.resolve("seen.html");
        List<String> command = new ArrayList<>(List.of(browser.get()));
        command.addAll(List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=" + width + ",1200",
                "--virtual-time-budget=30000",
                "--dump-dom",
                file.toUri().toString()));
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
                .as("browser ended")
                .isTrue();
        return Jsoup.parse(output.toFile(), "UTF-8");
    }

    private static Optional<String> browser() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(place -> BROWSERS.stream().map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
