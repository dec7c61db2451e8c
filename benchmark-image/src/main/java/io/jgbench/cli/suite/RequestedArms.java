package io.jgbench.cli.suite;

import io.jgbench.api.v1alpha1.AxisPoint;
import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpecBuilder;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.local.JGroupsJar;
import io.jgbench.cli.local.JGroupsJars;
import io.jgbench.coordination.suite.result.ArmsQuestion;
import io.jgbench.runfile.IgnoredSettings;
import io.jgbench.runfile.RunFile;
import io.jgbench.runfile.RunFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Two arms of a run as a suite of two cells.
 *
 * @param name the run's name
 * @param run the run as the file declares it
 * @param a what the first arm has in place of the file's, by path, as it was given
 * @param b what the second arm has
 * @param arms the same with the stacks that they name
 * @param jgroups the jars that the arms run with, see {@link #withJGroups}
 * @param seed the order follows from it
 */
record RequestedArms(
        String name,
        BenchmarkRunSpec run,
        Map<String, String> a,
        Map<String, String> b,
        ArmStacks arms,
        JGroupsJars jgroups,
        long seed) {
    /** What a run file may ask for and the template of a suite must not have. */
    private static final List<String> OF_NO_TEMPLATE = List.of("retention.ttlAfterFinished", "suspend", "cancel");

    private static final int LONGEST_NAME = 24;

    /** Those of a run file, and of stacks, as they are now: these may change while they are measured. */
    static RequestedArms read(Path file, Map<String, String> a, Map<String, String> b, long seed)
            throws BadInputException {
        try {
            BenchmarkRun run = RunFile.read(file).run();
            ArmStacks arms = ArmStacks.read(run.getSpec(), a, b);
            return new RequestedArms(run.getMetadata().getName(), run.getSpec(), a, b, arms, JGroupsJars.NONE, seed);
        } catch (RunFileException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** The same with a jar of JGroups for each arm. */
    RequestedArms withJGroups(Path jarOfA, Path jarOfB) throws BadInputException {
        String versionOfA = new JGroupsJar(jarOfA).version();
        String versionOfB = new JGroupsJar(jarOfB).version();
        Map<String, Path> jars = new TreeMap<>(Map.of(versionOfA, jarOfA));
        jars.put(versionOfB, jarOfB);
        var both = new ArmStacks(arms.run(), with(arms.a(), versionOfA), with(arms.b(), versionOfB));
        return new RequestedArms(
                name, run, with(a, versionOfA), with(b, versionOfB), both, new JGroupsJars(jars), seed);
    }

    private static Map<String, String> with(Map<String, String> arm, String version) {
        Map<String, String> more = new TreeMap<>(arm);
        more.put(JGroupsJars.FIELD, version);
        return more;
    }

    /** The suite with this number of rounds. */
    RequestedSuite suite(int rounds) throws BadInputException {
        var arm = new AxisSettings(
                ArmsQuestion.AXIS,
                null,
                null,
                List.of(new AxisPoint(ArmsQuestion.A, arms.a()), new AxisPoint(ArmsQuestion.B, arms.b())));
        var declared = BenchmarkSuiteSpecBuilder.builder()
                .template(arms.run().asTemplate())
                .axes(List.of(arm))
                .rounds(rounds)
                .seed(seed)
                .build();
        RequestedSuite suite = RequestedSuite.of(suiteName(), declared, jgroups);
        for (String sentence : notOfTheTemplate(run)) {
            suite = suite.notApplying(sentence);
        }
        return suite;
    }

    private static List<String> notOfTheTemplate(BenchmarkRunSpec run) {
        Map<String, String> ignored = IgnoredSettings.bySetting(run);
        List<String> sentences = new ArrayList<>(OF_NO_TEMPLATE.stream()
                .map(ignored::get)
                .filter(Objects::nonNull)
                .toList());
        if (run.repetitions() != null && run.repetitions() != 1) {
            sentences.add("repetitions (" + run.repetitions()
                    + ") is not applied: a comparison runs each arm once a round, and plans the rounds");
        }
        return sentences;
    }

    private String suiteName() {
        String cut = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        return cut.replaceAll("-+$", "");
    }
}
