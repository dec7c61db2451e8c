package io.jgbench.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.bucket.BucketCredentials;
import io.jgbench.bucket.BucketSettings;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.storage.StoragePath;
import io.jgbench.operator.storage.StorageSettings;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What the operator is told by its environment; {@code docs/OPERATOR.md} describes each variable.
 *
 * @param namespace where the operator itself is: its Leases are there
 * @param watchedNamespaces the namespaces whose runs it looks after, empty for all
 * @param members how members are made
 * @param ports their ports
 * @param storage where full results are stored beside ConfigMaps
 * @param budget what full results may take in ConfigMaps
 * @param timeToLive how long runs stay that are over and declare no time; empty if they stay
 * @param leaderLease the Lease by which replicas elect one that acts, another for each installation in a namespace;
 *     empty where they elect none
 * @param identity the name of this replica, another for each: its pod's, where it runs in one
 * @param httpPort where metrics are served, 0 for a free port
 * @param healthPort where health is served, 0 for a free port; another one than that of the metrics
 */
public record OperatorSettings(
        String namespace,
        Set<String> watchedNamespaces,
        MemberSettings members,
        PortAssignment ports,
        StorageSettings storage,
        ResultBudget budget,
        Optional<Duration> timeToLive,
        Optional<String> leaderLease,
        String identity,
        int httpPort,
        int healthPort) {
    private static final int MAX_PORT = 65_535;
    private static final Set<String> PULL_POLICIES = Set.of("Always", "IfNotPresent", "Never");

    /** Copies the namespaces, and refuses one port for metrics and health. */
    public OperatorSettings {
        if (healthPort == httpPort && healthPort != 0) {
            throw new IllegalArgumentException("JGBENCH_HEALTH_PORT must be another port than JGBENCH_HTTP_PORT, got: "
                    + healthPort + " for both");
        }
        watchedNamespaces = Set.copyOf(watchedNamespaces);
    }

    /** Whether the operator looks after the runs of a namespace. */
    public boolean watches(String runs) {
        return watchedNamespaces.isEmpty() || watchedNamespaces.contains(runs);
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException if a variable is missing or wrong, with a sentence that says which, what was
     *     found and what to set
     */
    public static OperatorSettings of(Map<String, String> environment) {
        var variables = new Variables(environment);
        return new OperatorSettings(
                variables.required("JGBENCH_NAMESPACE", "the namespace in which the operator runs"),
                Set.copyOf(variables.list("JGBENCH_WATCH_NAMESPACES")),
                new MemberSettings(
                        variables.required("JGBENCH_MEMBER_IMAGE", "the image of members"),
                        variables.pullPolicy(),
                        variables.list("JGBENCH_MEMBER_IMAGE_PULL_SECRETS"),
                        variables.text("JGBENCH_MEMBER_SERVICE_ACCOUNT"),
                        variables.text("JGBENCH_MEMBER_CPU").orElse("1"),
                        variables.text("JGBENCH_MEMBER_CPU_LIMIT"),
                        variables.text("JGBENCH_MEMBER_MEMORY").orElse("1Gi"),
                        variables.text("JGBENCH_MEMBER_CLASS_PATH").orElse(MemberSettings.CLASS_PATH_OF_IMAGE),
                        variables.policy(),
                        new PodSettings(
                                variables.text("JGBENCH_MEMBER_PRIORITY_CLASS"),
                                variables.texts("JGBENCH_MEMBER_ANNOTATIONS"))),
                new PortAssignment(
                        variables.number("JGBENCH_BIND_PORT", 1024, 7800),
                        variables.number("JGBENCH_CONTROL_PORT", 1024, 27_800)),
                variables.storage(),
                new ResultBudget(
                        variables.bytes("JGBENCH_RESULTS_RUN_LIMIT", ResultBudget.DEFAULT.runBytes()),
                        variables.bytes("JGBENCH_RESULTS_NAMESPACE_LIMIT", ResultBudget.DEFAULT.namespaceBytes())),
                variables.duration("JGBENCH_TTL_AFTER_FINISHED"),
                variables.leaderLease(),
                variables.text("HOSTNAME").orElseGet(() -> UUID.randomUUID().toString()),
                variables.number("JGBENCH_HTTP_PORT", 0, 8080),
                variables.number("JGBENCH_HEALTH_PORT", 0, 8081));
    }

    private record Variables(Map<String, String> environment) {

        Optional<String> text(String name) {
            return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
        }

        String required(String name, String meaning) {
            return text(name)
                    .orElseThrow(() -> new IllegalArgumentException("the environment variable " + name
                            + " must be set: " + meaning + "; see docs/OPERATOR.md"));
        }

        String pullPolicy() {
            String name = "JGBENCH_MEMBER_IMAGE_PULL_POLICY";
            String policy = text(name).orElse("IfNotPresent");
            if (!PULL_POLICIES.contains(policy)) {
                throw new IllegalArgumentException(name + " must be Always, IfNotPresent or Never, got: " + policy);
            }
            return policy;
        }

        RunPolicy policy() {
            String name = "JGBENCH_POLICY";
            try {
                return text(name).map(RunPolicy::parse).orElseGet(RunPolicy::defaults);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        name + " must be the chart's value policy as JSON: " + e.getMessage(), e);
            }
        }

        Optional<String> leaderLease() {
            return flag("JGBENCH_LEADER_ELECTION", true)
                    ? Optional.of(text("JGBENCH_LEADER_LEASE").orElse(Leadership.DEFAULT_LEASE))
                    : Optional.empty();
        }

        Map<String, String> texts(String name) {
            String json = text(name).orElse("{}");
            try {
                var read = new JsonMapper().readValue(json, new TypeReference<Map<String, String>>() {});
                if (read != null && !read.containsValue(null)) {
                    return read;
                }
            } catch (JsonProcessingException _) {
                // the message below says it
            }
            throw new IllegalArgumentException(
                    name + " must be a JSON object of texts, such as {\"example.com/team\": \"lab\"}, got: " + json);
        }

        StorageSettings storage() {
            String type = "JGBENCH_RESULTS_STORAGE";
            return switch (text(type).orElse("None")) {
                case "None" -> new StorageSettings.None();
                case "Volume" ->
                    new StorageSettings.Volume(
                            path("JGBENCH_RESULTS_VOLUME").orElse(Path.of("/var/lib/jgbench/results")));
                case "S3" ->
                    new StorageSettings.S3(
                            bucket(), text("JGBENCH_RESULTS_S3_PREFIX").map(this::prefix));
                case String other ->
                    throw new IllegalArgumentException(type + " must be None, Volume or S3, got: " + other);
            };
        }

        private BucketSettings bucket() {
            return new BucketSettings(
                    text("JGBENCH_RESULTS_S3_ENDPOINT").map(this::endpoint),
                    text("JGBENCH_RESULTS_S3_REGION").orElse("us-east-1"),
                    required("JGBENCH_RESULTS_S3_BUCKET", "the bucket for full results"),
                    flag("JGBENCH_RESULTS_S3_PATH_STYLE", true),
                    path("JGBENCH_RESULTS_S3_CA_BUNDLE"),
                    new BucketCredentials(
                            required("AWS_ACCESS_KEY_ID", "the access key of the bucket"),
                            required("AWS_SECRET_ACCESS_KEY", "the secret of that access key"),
                            text("AWS_SESSION_TOKEN")));
        }

        private URI endpoint(String text) {
            try {
                return BucketSettings.endpoint(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("JGBENCH_RESULTS_S3_ENDPOINT " + e.getMessage(), e);
            }
        }

        private StoragePath prefix(String text) {
            try {
                return StoragePath.parse(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("JGBENCH_RESULTS_S3_PREFIX: " + e.getMessage(), e);
            }
        }

        private Optional<Path> path(String name) {
            try {
                return text(name).map(Path::of);
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(name + " must be a path, got: " + e.getInput(), e);
            }
        }

        long bytes(String name, long otherwise) {
            try {
                return text(name)
                        .map(ByteQuantity::new)
                        .map(ByteQuantity::bytes)
                        .orElse(otherwise);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        name + " " + e.getMessage() + ", got: " + text(name).orElseThrow(), e);
            }
        }

        Optional<Duration> duration(String name) {
            try {
                return text(name).map(DurationText::parse);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        name + " " + e.getMessage() + ", got: " + text(name).orElseThrow(), e);
            }
        }

        List<String> list(String name) {
            return text(name).stream()
                    .flatMap(text -> Arrays.stream(text.split(",", -1)))
                    .map(String::strip)
                    .filter(item -> !item.isEmpty())
                    .collect(Collectors.toList());
        }

        boolean flag(String name, boolean otherwise) {
            return switch (text(name).orElse(Boolean.toString(otherwise))) {
                case "true" -> true;
                case "false" -> false;
                case String other -> throw new IllegalArgumentException(name + " must be true or false, got: " + other);
            };
        }

        int number(String name, int least, int otherwise) {
            String text = text(name).orElse(Integer.toString(otherwise));
            try {
                int number = Integer.parseInt(text);
                if (number >= least && number <= MAX_PORT) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // the message below says it
            }
            throw new IllegalArgumentException(
                    name + " must be a port between " + least + " and " + MAX_PORT + ", got: " + text);
        }
    }
}
