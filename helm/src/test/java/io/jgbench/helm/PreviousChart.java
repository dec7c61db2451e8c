package io.jgbench.helm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The chart and the examples as they were before, from the history of this checkout. */
final class PreviousChart {
    private static final Path CHECKOUT = Path.of("..");
    private static final String CHART = "helm/jgbench";

    private final Path folder;

    private PreviousChart(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes them into a folder: of the last release's tag, or where there is no release yet of the commit with which
     * the chart began. Empty where the checkout has no history, as one that was downloaded as an archive.
     */
    static Optional<PreviousChart> into(Path folder) throws IOException, InterruptedException {
        Optional<String> revision = firstLine("git", "describe", "--tags", "--abbrev=0")
                .or(() -> firstLine("git", "log", "--diff-filter=A", "--format=%H", "--", CHART + "/Chart.yaml"));
        if (revision.isEmpty()) {
            return Optional.empty();
        }
        var pipeline = ProcessBuilder.startPipeline(List.of(
                new ProcessBuilder("git", "archive", revision.get(), CHART, "examples/quickstart.yaml")
                        .directory(CHECKOUT.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT),
                new ProcessBuilder("tar", "-x", "-C", folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)));
        for (Process process : pipeline) {
            if (process.waitFor() != 0) {
                throw new IOException("the chart of " + revision.get() + " could not be taken from the history: "
                        + process.info().commandLine().orElse("a program") + " failed");
            }
        }
        return Optional.of(new PreviousChart(folder));
    }

    Path chart() {
        return folder.resolve(CHART);
    }

    Path quickstart() {
        return folder.resolve("examples", "quickstart.yaml");
    }

    private static Optional<String> firstLine(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(CHECKOUT.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text.lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            // no git, no history
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while git ran", e);
        }
    }
}
