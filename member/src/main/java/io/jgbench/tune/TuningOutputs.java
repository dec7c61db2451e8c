package io.jgbench.tune;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * Where a tuner tells what it did. No link is followed in the place of a file: a tuner may be root, and others may
 * write where it tells it.
 *
 * @param report the file that says, by being there, that all was read back as asked
 * @param terminationLog the file that is read when the tuner has ended; it is there already and may not be replaced
 * @param out for people
 * @param err for people, what went wrong
 */
public record TuningOutputs(Optional<Path> report, Optional<Path> terminationLog, PrintWriter out, PrintWriter err) {

    /** What Kubernetes reads of a termination log at the most. */
    static final int TERMINATION_LOG_BYTES = 4096;

    /** Many times what a report takes. */
    private static final int MOST_REPORT_BYTES = 1 << 20;

    private static final String ELLIPSIS = "...";

    /** Whether a tuner has said in this file that all was read back as asked. */
    public static boolean isReady(Path report) throws IOException {
        try (var in = Files.newInputStream(report, LinkOption.NOFOLLOW_LINKS)) {
            return ProtocolJson.readRequest(in.readNBytes(MOST_REPORT_BYTES), TuningReport.class)
                            .outcome()
                    == TuningReport.TuningOutcome.VERIFIED;
        } catch (NoSuchFileException e) {
            return false;
        } catch (MalformedJsonException e) {
            throw new IOException(report + " holds no report: it is " + e.getMessage(), e);
        }
    }

    /** Deletes an earlier tuner's outputs. */
    void forget() throws IOException {
        if (report.isPresent()) {
            Files.deleteIfExists(report.get());
        }
    }

    /** Says that all was read back as asked. */
    void verified(TuningReport verified) throws IOException {
        verified.settings().forEach(this::tell);
        out.flush();
        if (report.isPresent()) {
            Path file = report.get().toAbsolutePath();
            Path next = file.resolveSibling(file.getFileName() + ".new");
            // what lies there is not ours, and may be a link to anywhere
            Files.deleteIfExists(next);
            write(next, ProtocolJson.write(verified), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void write(Path file, byte[] json, OpenOption... how) throws IOException {
        try {
            Files.write(file, json, how);
        } catch (IOException e) {
            throw new IOException(
                    "the report must be written to a folder that is there and can be written, got " + file + ": "
                            + e.getClass().getSimpleName(),
                    e);
        }
    }

    private void tell(Setting setting) {
        String found = setting.found().orElse("unknown");
        String wanted =
                setting.wanted().map(desired -> ", " + desired + " wanted").orElse("");
        String done = setting.set().map(value -> ": set to " + value).orElse("");
        String why = setting.problem().map(problem -> " (" + problem + ")").orElse("");
        out.println(setting.name() + ": found " + found + wanted + done + why);
    }

    /** Says something that a person may want to know. */
    void note(String sentence) {
        out.println(sentence);
        out.flush();
    }

    /** Reports the settings that a killed tuner had left changed. */
    void leftovers(RestoreResult restored) {
        restored.values()
                .forEach((name, value) -> out.println(name + ": restored to " + value + " after a tuner was killed"));
        restored.leftAlone().values().forEach(out::println);
        out.flush();
    }

    /** Says how it ended. */
    void ended(TuningReport last) throws IOException {
        last.settings()
                .forEach(setting ->
                        setting.restored().ifPresent(value -> out.println(setting.name() + ": restored to " + value)));
        out.flush();
        last.problems().forEach(problem -> err.println("jgbench: " + problem));
        err.flush();
        if (terminationLog.isPresent()) {
            write(
                    terminationLog.get(),
                    shortened(last),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * As much as fits: settings that nothing was asked of are left out first, then those that nothing happened to, then
     * all, and then the end of the problems.
     */
    private static byte[] shortened(TuningReport report) {
        byte[] json = ProtocolJson.write(report);
        if (json.length > TERMINATION_LOG_BYTES) {
            json = ProtocolJson.write(with(
                    report,
                    report.settings().stream()
                            .filter(setting -> setting.wanted().isPresent())
                            .toList()));
        }
        if (json.length > TERMINATION_LOG_BYTES) {
            json = ProtocolJson.write(with(
                    report,
                    report.settings().stream()
                            .filter(setting -> setting.set().isPresent())
                            .toList()));
        }
        if (json.length > TERMINATION_LOG_BYTES) {
            json = ProtocolJson.write(with(report, List.of()));
        }
        return json.length > TERMINATION_LOG_BYTES ? withoutEnd(report) : json;
    }

    /** Problems are sentences: all of them in one say the same. How many bytes a char takes is the JSON's concern. */
    private static byte[] withoutEnd(TuningReport report) {
        String all = String.join(" ", report.problems());
        int fits = 0;
        int tooLong = all.length();
        while (tooLong - fits > 1) {
            int middle = (fits + tooLong) / 2;
            if (ProtocolJson.write(cut(report, all, middle)).length <= TERMINATION_LOG_BYTES) {
                fits = middle;
            } else {
                tooLong = middle;
            }
        }
        return ProtocolJson.write(cut(report, all, fits));
    }

    private static TuningReport cut(TuningReport report, String all, int chars) {
        boolean splitsPair = chars > 0 && Character.isHighSurrogate(all.charAt(chars - 1));
        String beginning = all.substring(0, splitsPair ? chars - 1 : chars);
        return with(report, List.of(), List.of(beginning + ELLIPSIS));
    }

    private static TuningReport with(TuningReport report, List<Setting> settings) {
        return with(report, settings, report.problems());
    }

    private static TuningReport with(TuningReport report, List<Setting> settings, List<String> problems) {
        return new TuningReport(
                report.runId(), report.outcome(), report.networkInterface(), report.bond(), settings, problems);
    }
}
