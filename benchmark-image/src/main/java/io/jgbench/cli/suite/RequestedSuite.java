package io.jgbench.cli.suite;

import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.cli.local.JGroupsJar;
import io.jgbench.cli.local.JGroupsJars;
import io.jgbench.cli.local.RequestedRun;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.resolve.RunTimes;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteSpecBuilder;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import io.jgbench.runfile.RunFileException;
import io.jgbench.runfile.SuiteFile;
import io.jgbench.transport.Transport;
import io.jgbench.transport.Transports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The suite that the user asks for.
 *
 * @param spec the suite, resolved; on this machine it begins when it is asked for
 * @param declared the suite as the file declares it
 * @param notApplied what the file asks for and a local suite does not do, one sentence each
 * @param jgroups the jars that cells run with
 */
public record RequestedSuite(
        SuiteSpec spec, BenchmarkSuiteSpec declared, List<String> notApplied, JGroupsJars jgroups) {

    static RequestedSuite read(Path file) throws BadInputException {
        try {
            SuiteFile suite = SuiteFile.read(file);
            return checked(suite.resolve(resolver()), suite.declared(), JGroupsJars.NONE);
        } catch (RunFileException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /**
     * A suite that no file holds.
     *
     * @param jgroups the jars that cells run with
     */
    static RequestedSuite of(String name, BenchmarkSuiteSpec declared, JGroupsJars jgroups) throws BadInputException {
        try {
            return checked(resolver().resolve(name, declared), declared, jgroups);
        } catch (InvalidSpecException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** The same with one more sentence about what is not done. */
    RequestedSuite notApplying(String sentence) {
        List<String> all = new ArrayList<>(notApplied);
        all.add(sentence);
        return new RequestedSuite(spec, declared, List.copyOf(all), jgroups);
    }

    /** What resolves suites on this machine. */
    public static SuiteResolver resolver() {
        return new SuiteResolver(new RunSpecResolver(RequestedRun.stacks()));
    }

    private static RequestedSuite checked(SuiteSpec spec, BenchmarkSuiteSpec declared, JGroupsJars jgroups)
            throws BadInputException {
        refuseWhatIsVariedInVain(spec, declared, jgroups);
        for (Cell cell : spec.cells()) {
            boolean isOfAnotherJGroups = jgroups.of(cell.declared()).isPresent();
            if (isOfAnotherJGroups) {
                JGroupsJar.checkUse(cell.spec().transport());
            }
            transport(cell, isOfAnotherJGroups);
            try {
                RunTimes.check(cell.spec());
            } catch (InvalidSpecException e) {
                throw new BadInputException("cell " + cell.key() + ": " + e.getMessage());
            }
        }
        return new RequestedSuite(
                SuiteSpecBuilder.builder(spec).suspended(false).build(),
                declared,
                notApplied(spec, declared, jgroups),
                jgroups);
    }

    /** Cells that differ in nothing that is applied would look like a comparison and be none. */
    private static void refuseWhatIsVariedInVain(SuiteSpec spec, BenchmarkSuiteSpec declared, JGroupsJars jgroups)
            throws BadInputException {
        for (Cell cell : spec.cells()) {
            for (Map.Entry<String, String> ignored :
                    jgroups.notApplied(cell.declared()).entrySet()) {
                if (declared.axes().stream()
                        .flatMap(RequestedSuite::paths)
                        .anyMatch(path -> ignored.getKey().equals(path))) {
                    throw new BadInputException(
                            "cell " + cell.key() + ": an axis varies what a local suite does not do: "
                                    + ignored.getValue() + "; leave that axis out, or run the suite on a cluster");
                }
            }
        }
    }

    private static Stream<String> paths(AxisSettings axis) {
        return axis.path() == null
                ? axis.points().stream().flatMap(point -> point.values().keySet().stream())
                : Stream.of(axis.path());
    }

    private static List<String> notApplied(SuiteSpec spec, BenchmarkSuiteSpec declared, JGroupsJars jgroups) {
        var sentences = new TreeSet<String>();
        spec.cells().forEach(cell -> sentences.addAll(jgroups.notAppliedSentences(cell.declared())));
        var all = new ArrayList<>(sentences);
        if (spec.suspended()) {
            all.add("suspend (true) is not applied: a local suite begins when it is asked for");
        }
        if (declared.retention() != null && declared.retention().runs() != null) {
            all.add("retention.runs (" + declared.retention().runs()
                    + ") is not applied: a local suite keeps the full result of each visit");
        }
        return List.copyOf(all);
    }

    /** What carries the messages of a cell. */
    Transport transport(Cell cell) {
        return transport(cell, jgroups.of(cell.declared()).isPresent());
    }

    /**
     * The same.
     *
     * @param ownJGroups whether its members run with another JGroups: whether that knows a stack, they will say
     * @throws IllegalArgumentException if there is no such transport, or it does not take the cell's run
     */
    private static Transport transport(Cell cell, boolean ownJGroups) {
        try {
            Transport transport = new Transports().find(cell.spec().transport().name());
            if (!ownJGroups || cell.spec().transport().stack().isEmpty()) {
                transport.check(cell.spec().transport(), cell.spec().workload().largestMessageBytes());
            }
            return transport;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cell " + cell.key() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Its folder, in which earlier visits may be.
     *
     * @param results what {@code --results} names
     * @throws BadInputException if it cannot be written, or is of another suite
     */
    SuiteFolder folder(Path results, HostOptions hosts) throws BadInputException {
        try {
            return SuiteFolder.open(results, spec.name(), declared, hosts.given());
        } catch (ResultFilesException e) {
            throw new BadInputException(e);
        }
    }

    /** How many members the largest cell has. */
    int mostMembers() {
        return spec.cells().stream()
                .mapToInt(cell -> cell.spec().members())
                .max()
                .orElseThrow();
    }
}
