package io.jgbench.coordination.resolve;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.JvmSettings;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.PreflightSettings;
import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.api.v1alpha1.StartSettings;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Makes of what a user declared what a run does: every default filled in, every text read, every rule checked that the
 * custom resource definition has, in the same words.
 */
public final class RunSpecResolver {
    private static final Pattern NAME = Pattern.compile(BenchmarkRun.NAME_PATTERN);

    private final Function<StackSource, TransportSpec.Stack> stacks;

    /**
     * With what finds a stack.
     *
     * @param stacks from a source that has exactly one component to the stack itself; throws
     *     {@link IllegalArgumentException} where there is none, with a sentence that says what was looked for, what was
     *     found and what to do
     */
    public RunSpecResolver(Function<StackSource, TransportSpec.Stack> stacks) {
        this.stacks = Objects.requireNonNull(stacks, "stacks");
    }

    /**
     * Resolves a spec.
     *
     * @param name the run's name
     * @param spec what was declared
     * @throws InvalidSpecException with all that is wrong with it
     */
    public RunSpec resolve(String name, BenchmarkRunSpec spec) throws InvalidSpecException {
        var reader = new SettingReader();
        checkName(reader, name);
        int members = (int) reader.number(top("members"), spec.members(), 0);
        // Each part reads its settings at once and is made only when nothing was wrong with any.
        Supplier<? extends WorkloadSpec> workload = new WorkloadReader(reader, spec).read(members);
        Supplier<TransportSpec> transport = new TransportReader(reader, spec, stacks).read();
        int repetitions = (int) reader.number(top("repetitions"), spec.repetitions(), 1);
        StartSettings start = requireNonNullElse(spec.start(), StartSettings.defaults());
        var timeout = reader.duration(startSetting("timeout"), start.timeout());
        var maxSkew = reader.duration(startSetting("maxSkew"), start.maxSkew());
        var activeDeadline = reader.duration(top("activeDeadline"), spec.activeDeadline());
        var stallTimeout = reader.duration(top("stallTimeout"), spec.stallTimeout());
        var lineRate = lineRate(reader, spec);
        new ClusterSettingsCheck(reader, spec).check(members);
        if (!reader.problems().isEmpty()) {
            throw new InvalidSpecException(reader.problems());
        }
        return RunSpecBuilder.builder()
                .name(name)
                .members(members)
                .workload(workload.get())
                .transport(transport.get())
                .repetitions(repetitions)
                .startTimeout(timeout)
                .maxSkew(maxSkew)
                .jvmOptions(
                        requireNonNullElse(spec.jvm(), JvmSettings.defaults()).options())
                .activeDeadline(activeDeadline)
                .stallTimeout(stallTimeout)
                .preflight(preflight(spec))
                .lineRateBitsPerSecond(lineRate)
                .build();
    }

    private static void checkName(SettingReader reader, String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            String found = name == null ? "nothing" : name;
            reader.add(new SpecProblem("metadata.name", BenchmarkRun.NAME_RULE, found, "a good value is udp-4x1k"));
        }
    }

    private static Optional<Long> lineRate(SettingReader reader, BenchmarkRunSpec spec) {
        return Optional.ofNullable(spec.placement())
                .map(PlacementSettings::lineRate)
                .map(given -> reader.bitRate(Setting.of("spec.placement", PlacementSettings.class, "lineRate"), given));
    }

    private static Policy preflight(BenchmarkRunSpec spec) {
        return requireNonNullElse(
                requireNonNullElse(spec.preflight(), PreflightSettings.defaults())
                        .policy(),
                Policy.REQUIRE);
    }

    private static Setting top(String component) {
        return Setting.of("spec", BenchmarkRunSpec.class, component);
    }

    private static Setting startSetting(String component) {
        return Setting.of("spec.start", StartSettings.class, component);
    }
}
