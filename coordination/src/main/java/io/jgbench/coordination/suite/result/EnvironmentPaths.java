package io.jgbench.coordination.suite.result;

import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostFact;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which settings of a run change {@link VisitDigest#environmentHash} of it, and which facts of the environment each of
 * them can change. Where cells differ in a setting, no other fact of theirs may differ.
 */
// Set.copyOf is immutable, which the type does not say
@SuppressWarnings("ImmutableEnumChecker")
enum EnvironmentPaths {
    /** Options change flags, the collector, and how many CPUs the JVM uses. */
    JVM("jvm", HostFact.JVM_OPTIONS, HostFact.JVM_FLAG, HostFact.GC, HostFact.CPUS),
    /** JGroups alone tells its version, so that an environment without it may be the same. */
    TRANSPORT("transport.name", HostFact.JGROUPS),
    /** Another jar in the same image. */
    JGROUPS_VERSION("jgroups.version", HostFact.JGROUPS),
    /** Another image may bring its own JDK and distribution. */
    JGROUPS_IMAGE(
            "jgroups.image",
            HostFact.JGROUPS,
            HostFact.IMAGE_DIGEST,
            HostFact.JGBENCH,
            HostFact.JGBENCH_COMMIT,
            HostFact.JDK,
            HostFact.JVM,
            HostFact.JVM_FLAG,
            HostFact.GC,
            HostFact.DISTRIBUTION),
    /** Whether the host is changed at all changes all that tuning can. */
    TUNING_MODE(
            "tuning.mode",
            HostFact.MTU,
            HostFact.TX_QUEUE_LENGTH,
            HostFact.QDISC,
            HostFact.NIC_FLOW_CONTROL,
            HostFact.NETWORK_SETTING),
    /** Drivers size their rings by the MTU and offload less above a limit. */
    TUNING_MTU("tuning.mtu", HostFact.MTU, HostFact.NIC_RINGS, HostFact.NIC_OFFLOAD),
    /** The queueing discipline has its length in it. */
    TUNING_TX_QUEUE_LENGTH("tuning.txQueueLength", HostFact.TX_QUEUE_LENGTH, HostFact.QDISC),
    /** Pause frames. */
    TUNING_FLOW_CONTROL("tuning.flowControl", HostFact.NIC_FLOW_CONTROL),
    /** Limits of socket buffers. */
    TUNING_RMEM_MAX("tuning.rmemMax", HostFact.NETWORK_SETTING),
    /** The same. */
    TUNING_WMEM_MAX("tuning.wmemMax", HostFact.NETWORK_SETTING),
    /** Settings of the kernel's network alone. */
    TUNING_SYSCTLS("tuning.sysctls", HostFact.NETWORK_SETTING),
    /** The heap is fitted to the number of members on one machine, and with them more hosts may take part. */
    MEMBERS("members", HostFact.JVM_OPTIONS, HostFact.JVM_FLAG);

    private final String path;
    private final Set<HostFact> facts;

    EnvironmentPaths(String path, HostFact... facts) {
        this.path = path;
        this.facts = Set.copyOf(EnumSet.copyOf(List.of(facts)));
    }

    /** The field of a run's spec. */
    String path() {
        return path;
    }

    /** What it can change. */
    Set<HostFact> facts() {
        return facts;
    }

    /** Whether a field of a run's spec is this one, or in it, or holds it. */
    private boolean isNamedBy(String field) {
        return field.equals(path) || field.startsWith(path + ".") || path.startsWith(field + ".");
    }

    /**
     * Those that change the environment of fields of a run's spec.
     *
     * @param fields such as {@code jvm.options}
     */
    private static List<EnvironmentPaths> named(Collection<String> fields) {
        return Arrays.stream(values())
                .filter(known -> fields.stream().anyMatch(known::isNamedBy))
                .toList();
    }

    /**
     * Names of facts that differ between two environments although no varied field can change them.
     *
     * @param varied the fields of a run's spec in which the two are meant to differ
     */
    static List<String> notMeant(Collection<String> varied, EnvironmentFacts one, EnvironmentFacts other) {
        List<EnvironmentPaths> paths = named(varied);
        return one.differences(other).stream()
                .filter(difference -> !isMeant(paths, difference))
                .map(EnvironmentFacts.Difference::name)
                .toList();
    }

    /**
     * If {@code members} is varied, further hosts take part. A fact may then differ if it also differs among the hosts
     * of one run.
     */
    private static boolean isMeant(List<EnvironmentPaths> paths, EnvironmentFacts.Difference difference) {
        Optional<HostFact> fact = HostFact.of(difference.name());
        return (paths.contains(MEMBERS) && difference.mixed())
                || (fact.isPresent()
                        && paths.stream()
                                .filter(path -> path != TRANSPORT || difference.oneSided())
                                .anyMatch(path -> path.facts.contains(fact.get())));
    }
}
