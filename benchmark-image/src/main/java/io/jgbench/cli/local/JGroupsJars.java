package io.jgbench.cli.local;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.runfile.IgnoredSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The jars that stand for versions of JGroups on this machine.
 *
 * @param byVersion by what {@code jgroups.version} of a spec says
 */
public record JGroupsJars(Map<String, Path> byVersion) {
    /** The field of a run's spec that says which one a run has. */
    public static final String FIELD = "jgroups.version";

    /** A machine that has only the JGroups that jgbench comes with. */
    public static final JGroupsJars NONE = new JGroupsJars(Map.of());

    /** Copies the map. */
    public JGroupsJars {
        byVersion = Map.copyOf(byVersion);
    }

    /** The jar of a run; empty where it has the JGroups that jgbench comes with. */
    public Optional<Path> of(BenchmarkRunSpec declared) {
        return Optional.ofNullable(declared.jgroups())
                .map(jgroups -> jgroups.version())
                .map(byVersion::get);
    }

    /** The members' JVM of a run. */
    public MemberJvm jvm(BenchmarkRunSpec declared, MemberJvm usual) {
        return of(declared).map(usual::withInFront).orElse(usual);
    }

    /** What a run asks for and this machine does not do, one sentence each, by the path of the setting. */
    public Map<String, String> notApplied(BenchmarkRunSpec declared) {
        Map<String, String> sentences = new LinkedHashMap<>(IgnoredSettings.bySetting(declared));
        if (of(declared).isPresent()) {
            sentences.remove(FIELD);
        }
        return sentences;
    }

    /** The sentences alone. */
    public List<String> notAppliedSentences(BenchmarkRunSpec declared) {
        return List.copyOf(notApplied(declared).values());
    }
}
