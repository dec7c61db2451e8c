package io.jgbench.operator.policy;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.api.v1alpha1.TuningSettings.Mode;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.coordination.spec.HostWideParameters;
import io.jgbench.coordination.spec.NamePattern;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SpecProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What of a run the admin's policy does not allow: one sentence a rule, with what was found, what is allowed and where
 * that is set.
 *
 * <p>What a run only compares, with {@code tuning.mode: Verify}, changes nothing and is not looked at. Which interface
 * the node's own address is on is known on the node alone; there the tuner refuses, see {@code
 * RunPolicy.Tuning.managementInterfaces}.
 */
public final class PolicyRules implements SpecRules {
    /** A toleration without a key is of every taint; of the patterns only * stands for that. */
    private static final String EVERY_KEY = "*";

    private final RunPolicy policy;
    private final String ownRepository;

    /**
     * The rules of a policy.
     *
     * @param memberImage the members' own image; others of its repository are allowed as well
     */
    public PolicyRules(RunPolicy policy, String memberImage) {
        this.policy = Objects.requireNonNull(policy, "policy");
        this.ownRepository = repository(memberImage);
    }

    /** What the same policy says of suites. */
    public SuiteRules ofSuites() {
        return new SuiteRules(policy);
    }

    @Override
    public List<SpecProblem> problems(BenchmarkRunSpec declared, RunSpec resolved) {
        List<SpecProblem> problems = new ArrayList<>();
        limits(problems, declared, resolved);
        Optional.ofNullable(declared.placement()).ifPresent(placement -> placement(problems, placement));
        Optional.ofNullable(declared.tuning())
                .filter(tuning -> tuning.mode() == Mode.APPLY)
                .ifPresent(tuning -> tuning(problems, tuning));
        Optional.ofNullable(declared.jgroups())
                .flatMap(jgroups -> Optional.ofNullable(jgroups.image()))
                .filter(image -> !allowsImage(image))
                .ifPresent(image -> problems.add(notAllowed(
                        "spec.jgroups.image",
                        "must be of the repository " + ownRepository + " or of one of these: "
                                + NamePattern.told(policy.images()),
                        image,
                        "images")));
        namesThat(option -> !policy.jvmOptions().permits(option), resolved.jvmOptions())
                .ifPresent(options -> problems.add(notAllowed(
                        "spec.jvm.options",
                        "must be of these: " + policy.jvmOptions().told(),
                        options,
                        "jvmOptions")));
        return List.copyOf(problems);
    }

    private void limits(List<SpecProblem> problems, BenchmarkRunSpec declared, RunSpec resolved) {
        RunPolicy.Limits limits = policy.limits();
        atMost(problems, "start.timeout", limits.startTimeout(), resolved.startTimeout(), "startTimeout");
        atMost(problems, "activeDeadline", limits.activeDeadline(), resolved.activeDeadline(), "activeDeadline");
        if (resolved.repetitions() > limits.repetitions()) {
            problems.add(notAllowed(
                    "spec.repetitions",
                    "must be at most " + limits.repetitions(),
                    resolved.repetitions(),
                    "limits.repetitions"));
        }
        if (policy.limits().longestTimeToLive().isPresent() && declared.retention() != null) {
            Optional.ofNullable(declared.retention().ttlAfterFinished())
                    .map(DurationText::parse)
                    .ifPresent(hold -> atMost(
                            problems,
                            "retention.ttlAfterFinished",
                            limits.ttlAfterFinished(),
                            hold,
                            "ttlAfterFinished"));
        }
    }

    static void atMost(List<SpecProblem> problems, String field, String most, Duration found, String limit) {
        if (found.compareTo(DurationText.parse(most)) > 0) {
            problems.add(notAllowed("spec." + field, "must be at most " + most, told(found), "limits." + limit));
        }
    }

    /** As people write durations; {@code PT25H} is nobody's. */
    private static String told(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    private void placement(List<SpecProblem> problems, PlacementSettings placement) {
        Optional.ofNullable(placement.networkInterface())
                .flatMap(this::notAllowedInterface)
                .ifPresent(problems::add);
        namesThat(
                        key -> !NamePattern.anyMatches(policy.placement().tolerations(), key),
                        placement.tolerations().stream()
                                .map(toleration -> requireNonNullElse(toleration.key(), EVERY_KEY))
                                .toList())
                .ifPresent(keys -> problems.add(notAllowed(
                        "spec.placement.tolerations",
                        "must be of taints of these keys: "
                                + NamePattern.told(policy.placement().tolerations()),
                        keys,
                        "placement.tolerations")));
        for (Map.Entry<String, String> label : policy.placement().nodeSelector().entrySet()) {
            String found = placement.nodeSelector().get(label.getKey());
            if (found != null && !found.equals(label.getValue())) {
                problems.add(notAllowed(
                        "spec.placement.nodeSelector",
                        "must have " + label.getKey() + "=" + label.getValue() + ", or no " + label.getKey(),
                        label.getKey() + "=" + found,
                        "placement.nodeSelector"));
            }
        }
    }

    private Optional<SpecProblem> notAllowedInterface(String name) {
        String path = "spec.placement.interface";
        if (SystemInterfaces.has(name)) {
            return Optional.of(new SpecProblem(
                    path,
                    path + " must not be loopback, nor of a container runtime or network plug-in",
                    name,
                    "no value of the chart allows it, name another"));
        }
        return policy.interfaces().permits(name)
                ? Optional.empty()
                : Optional.of(notAllowed(
                        path, "must be of these: " + policy.interfaces().told(), name, "interfaces"));
    }

    private void tuning(List<SpecProblem> problems, TuningSettings tuning) {
        if (!policy.tuning().apply()) {
            problems.add(notAllowed(
                    "spec.tuning.mode", "must be Verify or Ignore: no run may change hosts", "Apply", "tuning.apply"));
        }
        if (tuning.rmemMax() != null) {
            sysctls(problems, "spec.tuning.rmemMax", List.of("net.core.rmem_max"));
        }
        if (tuning.wmemMax() != null) {
            sysctls(problems, "spec.tuning.wmemMax", List.of("net.core.wmem_max"));
        }
        sysctls(
                problems,
                "spec.tuning.sysctls",
                tuning.sysctls().stream().map(SysctlSetting::name).toList());
        RunPolicy.Mtu mtu = policy.tuning().mtu();
        if (tuning.mtu() != null && (tuning.mtu() < mtu.min() || tuning.mtu() > mtu.max())) {
            problems.add(notAllowed(
                    "spec.tuning.mtu",
                    "must be between " + mtu.min() + " and " + mtu.max(),
                    tuning.mtu(),
                    "tuning.mtu"));
        }
    }

    private void sysctls(List<SpecProblem> problems, String path, List<String> names) {
        List<NamePattern> allowed = policy.tuning().sysctls();
        namesThat(HostWideParameters::has, names)
                .ifPresent(never -> problems.add(new SpecProblem(
                        path,
                        path + " must not have what changes the node for all its pods",
                        never,
                        "no value of the chart allows it, leave it out")));
        namesThat(name -> !HostWideParameters.has(name) && !NamePattern.anyMatches(allowed, name), names)
                .ifPresent(others -> problems.add(
                        notAllowed(path, "must be of these: " + NamePattern.told(allowed), others, "tuning.sysctls")));
    }

    /** Those of some names, in one text, so that a rule has one sentence however often it is broken. */
    private static Optional<String> namesThat(Predicate<String> condition, List<String> names) {
        List<String> found = names.stream().filter(condition).toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", found));
    }

    private boolean allowsImage(String image) {
        String repository = repository(image);
        return repository.equals(ownRepository) || NamePattern.anyMatches(policy.images(), repository);
    }

    /** An image without its tag and digest; a colon before the last slash is that of a registry's port. */
    private static String repository(String image) {
        String named = image.split("@", 2)[0];
        int colon = named.lastIndexOf(':');
        return colon > named.lastIndexOf('/') ? named.substring(0, colon) : named;
    }

    static SpecProblem notAllowed(String path, String rule, Object found, String value) {
        return new SpecProblem(
                path,
                path + " " + rule,
                found,
                "this is the policy of the cluster's admin, who can change it by the chart's value policy." + value);
    }
}
