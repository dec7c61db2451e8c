package io.jgbench.cli.suite;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.local.JGroupsJar;
import io.jgbench.cli.local.JarCopies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What the arms of a comparison have in place of the run file's. */
final class ArmOptions {
    @Option(
            names = "--a",
            paramLabel = "PATH=VALUE",
            description =
                    "What A has in place of the file's, such as stack=udp, stack=my.xml or messageSize=1k; several are"
                            + " possible.")
    private Map<String, String> first;

    @Option(names = "--b", paramLabel = "PATH=VALUE", description = "What B has.")
    private Map<String, String> second;

    @Option(
            names = "--jgroups",
            split = ",",
            paramLabel = "JAR",
            description = "Two jars of JGroups with a comma between: A runs with the first and B with the second. In"
                    + " place of --a and --b, or beside them.")
    private List<Path> jgroups;

    /** Whether both arms are told, by either way. */
    boolean areWhole() {
        return first == null ? second == null && jgroups != null : second != null;
    }

    void check() throws BadInputException {
        if (jgroups != null && jgroups.size() != 2) {
            throw new BadInputException("--jgroups must name two jars with a comma between, got: " + jgroups.size()
                    + "; a good value is jgroups-5.5.6.jar,jgroups-5.5.7.jar");
        }
    }

    /**
     * The arms of a run file.
     *
     * @param copies keeps the jars that they run with
     */
    RequestedArms of(Path file, long seed, JarCopies copies) throws BadInputException, IOException {
        RequestedArms arms = RequestedArms.read(
                file, requireNonNullElse(first, Map.of()), requireNonNullElse(second, Map.of()), seed);
        if (jgroups == null) {
            return arms;
        }
        for (Path jar : jgroups) {
            new JGroupsJar(jar).check();
        }
        return arms.withJGroups(copies.copy(jgroups.get(0)), copies.copy(jgroups.get(1)));
    }

    /** The options as they were given, for a command line that does the same. */
    List<String> given() {
        List<String> options = new ArrayList<>();
        requireNonNullElse(first, Map.<String, String>of())
                .forEach((path, value) -> options.addAll(List.of("--a", path + "=" + value)));
        requireNonNullElse(second, Map.<String, String>of())
                .forEach((path, value) -> options.addAll(List.of("--b", path + "=" + value)));
        if (jgroups != null) {
            options.addAll(List.of("--jgroups", jgroups.get(0) + "," + jgroups.get(1)));
        }
        return options;
    }
}
