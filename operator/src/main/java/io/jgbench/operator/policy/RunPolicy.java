package io.jgbench.operator.policy;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.coordination.spec.NamePattern;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the cluster's admin allows runs and suites to ask for: the value {@code policy} of the chart, whose names these
 * are.
 *
 * @param tuning what may be changed on hosts
 * @param interfaces which interfaces {@code placement.interface} may name
 * @param images patterns of repositories that {@code jgroups.image} may be of, beside that of the members' own image
 * @param placement where members may stand
 * @param jvmOptions which options {@code jvm.options} may have
 * @param limits how long and how often
 */
public record RunPolicy(
        Tuning tuning,
        AllowedNames interfaces,
        List<NamePattern> images,
        Placement placement,
        AllowedNames jvmOptions,
        Limits limits) {

    /** Those that container engines, hypervisors and labs make; {@link SystemInterfaces} are denied in any case. */
    private static final AllowedNames INTERFACES =
            new AllowedNames(NamePattern.all("*"), NamePattern.all("br-*", "virbr*", "vnet*", "tap*"));

    /**
     * Heap, collectors, compilers, logs, and the properties that stacks read. Not what starts programs, opens ports or
     * reads files: agents, class paths, remote management, {@code OnError}.
     */
    private static final AllowedNames JVM_OPTIONS = new AllowedNames(
            NamePattern.all(
                    "-Xm*",
                    "-Xss*",
                    "-Xlog*",
                    "-Xint",
                    "-Xcomp",
                    "-Xshare:*",
                    "-XX:*",
                    "-Djgroups.*",
                    "-Djgbench.*",
                    "-Djava.net.prefer*",
                    "-Djdk.virtualThreadScheduler.*",
                    "--add-opens=*",
                    "--enable-native-access=*",
                    "--enable-preview"),
            NamePattern.all(
                    "-XX:On*",
                    // the JVM's other way to set a text
                    "-XX:*:=*",
                    "-XX:Flags=*",
                    "-XX:*File=*",
                    "-XX:*Path=*",
                    "-XX:*JVMCI*",
                    "-XX:AOTCache*",
                    "-XX:AOTConfiguration*"));

    /** Fills in the defaults and copies the lists. */
    public RunPolicy {
        tuning = requireNonNullElse(tuning, new Tuning(null, null, null, null));
        interfaces = interfaces == null ? INTERFACES : interfaces.orElse(INTERFACES);
        images = List.copyOf(requireNonNullElse(images, List.of()));
        placement = requireNonNullElse(placement, new Placement(null, null));
        jvmOptions = jvmOptions == null ? JVM_OPTIONS : jvmOptions.orElse(JVM_OPTIONS);
        limits = requireNonNullElse(limits, new Limits(null, null, null, null, null));
    }

    /** What holds where the admin says nothing. */
    public static RunPolicy defaults() {
        return new RunPolicy(null, null, null, null, null, null);
    }

    /**
     * Reads it.
     *
     * @param json an object; what it does not have is as in {@link #defaults}
     * @throws IllegalArgumentException if it is none, or has what there is not, with one sentence
     */
    public static RunPolicy parse(String json) {
        try {
            RunPolicy read = JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build()
                    .readValue(json, RunPolicy.class);
            return requireNonNullElse(read, defaults());
        } catch (JsonProcessingException e) {
            String why = e.getCause() instanceof IllegalArgumentException cause
                    ? cause.getMessage()
                    : e.getOriginalMessage();
            throw new IllegalArgumentException(why, e);
        }
    }

    /**
     * What may be changed on hosts.
     *
     * @param apply whether a run may have {@code tuning.mode: Apply} at all
     * @param sysctls patterns of the kernel parameters that it may set
     * @param mtu the MTUs that it may set
     * @param managementInterfaces patterns of the interfaces whose MTU, queue and flow control it may set although the
     *     node's own address is on them
     */
    public record Tuning(Boolean apply, List<NamePattern> sysctls, Mtu mtu, List<NamePattern> managementInterfaces) {

        /** Buffers and queues of sockets and devices. What shares the node's memory among all is not among them. */
        private static final List<NamePattern> SYSCTLS = NamePattern.all(
                "net.core.rmem_max",
                "net.core.wmem_max",
                "net.core.rmem_default",
                "net.core.wmem_default",
                "net.core.optmem_max",
                "net.core.somaxconn",
                "net.core.netdev_max_backlog",
                "net.core.netdev_budget",
                "net.core.netdev_budget_usecs",
                "net.core.dev_weight",
                "net.core.busy_poll",
                "net.core.busy_read",
                "net.ipv4.tcp_rmem",
                "net.ipv4.tcp_wmem",
                "net.ipv4.tcp_max_syn_backlog",
                "net.ipv4.tcp_notsent_lowat",
                "net.ipv4.udp_rmem_min",
                "net.ipv4.udp_wmem_min",
                "net.ipv4.igmp_max_memberships");

        /** Fills in the defaults and copies the lists. */
        public Tuning {
            apply = requireNonNullElse(apply, true);
            sysctls = sysctls == null ? SYSCTLS : List.copyOf(sysctls);
            mtu = requireNonNullElse(mtu, new Mtu(null, null));
            managementInterfaces = List.copyOf(requireNonNullElse(managementInterfaces, List.of()));
        }
    }

    /**
     * Bounds of an MTU.
     *
     * @param min the least, in bytes; 1280, the least that IPv6 works with
     * @param max the most, in bytes
     */
    public record Mtu(Integer min, Integer max) {
        private static final int MIN = 1280;
        private static final int MAX = 65_535;

        /** Fills in the defaults. */
        public Mtu {
            min = requireNonNullElse(min, MIN);
            max = requireNonNullElse(max, MAX);
        }
    }

    /**
     * Where members may stand.
     *
     * @param tolerations patterns of the keys of taints that a run may tolerate
     * @param nodeSelector labels that each node of a run must have, whatever the run says
     */
    public record Placement(List<NamePattern> tolerations, Map<String, String> nodeSelector) {
        private static final List<NamePattern> TOLERATIONS = NamePattern.all("dedicated", "jgbench.io/*");

        /** Fills in the defaults and copies the collections. */
        public Placement {
            tolerations = tolerations == null ? TOLERATIONS : List.copyOf(tolerations);
            nodeSelector = nodeSelector == null ? Map.of() : Map.copyOf(nodeSelector);
        }
    }

    /**
     * How long and how often.
     *
     * @param startTimeout the longest {@code start.timeout}, as a duration
     * @param activeDeadline the longest {@code activeDeadline}, as a duration
     * @param repetitions the most {@code repetitions}
     * @param ttlAfterFinished the longest {@code retention.ttlAfterFinished}, as a duration; empty for any
     * @param suites how large suites may be
     */
    public record Limits(
            String startTimeout, String activeDeadline, Integer repetitions, String ttlAfterFinished, Suites suites) {
        private static final int REPETITIONS = 100;

        /** Fills in the defaults and checks the durations. */
        public Limits {
            startTimeout = checked("limits.startTimeout", requireNonNullElse(startTimeout, "1h"));
            activeDeadline = checked("limits.activeDeadline", requireNonNullElse(activeDeadline, "24h"));
            repetitions = requireNonNullElse(repetitions, REPETITIONS);
            ttlAfterFinished = requireNonNullElse(ttlAfterFinished, "");
            if (!ttlAfterFinished.isEmpty()) {
                checked("limits.ttlAfterFinished", ttlAfterFinished);
            }
            suites = requireNonNullElse(suites, new Suites(null, null, null));
        }

        Duration longestStart() {
            return DurationText.parse(startTimeout);
        }

        Duration longestRepetition() {
            return DurationText.parse(activeDeadline);
        }

        /** The longest time for which a run that is over may stay; empty for any. */
        public Optional<Duration> longestTimeToLive() {
            return ttlAfterFinished.isEmpty() ? Optional.empty() : Optional.of(DurationText.parse(ttlAfterFinished));
        }

        private static String checked(String name, String duration) {
            try {
                DurationText.parse(duration);
                return duration;
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + " " + e.getMessage() + ", got: " + duration, e);
            }
        }
    }

    /**
     * How large suites may be, and for how long they may keep others from nodes.
     *
     * @param visits the most cells times rounds
     * @param hold for how long the visits of a round may come before other runs that wait for their nodes, as a
     *     duration. A visit that is under way ends
     * @param budget the longest {@code budget}, and that of a suite which names none, as a duration; empty for any
     */
    public record Suites(Integer visits, String hold, String budget) {
        /** So many digests are about as much as the operator stores of a suite; a published matrix has up to 180. */
        private static final int VISITS = 2000;

        /** Fills in the defaults and checks the durations. */
        public Suites {
            visits = requireNonNullElse(visits, VISITS);
            hold = Limits.checked("limits.suites.hold", requireNonNullElse(hold, "4h"));
            budget = requireNonNullElse(budget, "168h");
            if (!budget.isEmpty()) {
                Limits.checked("limits.suites.budget", budget);
            }
        }

        Duration longestHold() {
            return DurationText.parse(hold);
        }

        Optional<Duration> longestBudget() {
            return budget.isEmpty() ? Optional.empty() : Optional.of(DurationText.parse(budget));
        }
    }
}
