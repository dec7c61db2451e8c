package io.jgbench.helm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The chart and the examples as they were before, from the history of a checkout. */
final class PreviousChart {
    /** Why there may be none; {@code .ci/run} looks for it in what the tests have left. */
    static final String NONE =
            "no earlier chart: the checkout has no history, a shallow one, or none in which the" + " chart was another";

    private static final Path CHECKOUT = Path.of("..");
    private static final String CHART = "helm/jgbench";

    private final Path folder;

    private PreviousChart(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes them into a folder: of the last release's tag before what is checked out, or where there is no release yet
     * of the commit with which the chart began. Empty where the checkout has no history, as one that was downloaded as
     * an archive, where its history is shallow, or where the chart has been the same ever since.
     */
    static Optional<PreviousChart> into(Path folder) throws IOException, InterruptedException {
        return of(CHECKOUT, folder);
    }

    /** The same of another checkout. */
    static Optional<PreviousChart> of(Path checkout, Path folder) throws IOException, InterruptedException {
        Optional<String> revision = revision(checkout);
        if (revision.isEmpty()) {
            return Optional.empty();
        }
        var pipeline = ProcessBuilder.startPipeline(List.of(
                new ProcessBuilder("git", "archive", revision.get(), CHART, "examples/quickstart.yaml")
                        .directory(checkout.toFile())
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

    /** Of a shallow history the first commit is the last one, and a repository around the checkout is another's. */
    private static Optional<String> revision(Path checkout) {
        if (git(checkout, "ls-files", "--error-unmatch", "jgbench").isEmpty()
                || !git(checkout, "rev-parse", "--is-shallow-repository").equals(Optional.of("false"))) {
            return Optional.empty();
        }
        Optional<String> now = chart(checkout, "HEAD");
        return git(checkout, "describe", "--tags", "--abbrev=0", "HEAD^")
                .or(() -> git(checkout, "log", "--diff-filter=A", "--format=%H", "--", CHART + "/Chart.yaml"))
                .filter(revision -> !chart(checkout, revision).equals(now));
    }

    /** What identifies the chart's files of a revision. */
    private static Optional<String> chart(Path checkout, String revision) {
        return git(checkout, "rev-parse", "--verify", revision + ":" + CHART);
    }

    Path chart() {
        return folder.resolve(CHART);
    }

    Path quickstart() {
        return folder.resolve("examples", "quickstart.yaml");
    }

    /** The first line that git answers. */
    private static Optional<String> git(Path checkout, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(checkout.toFile())
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
