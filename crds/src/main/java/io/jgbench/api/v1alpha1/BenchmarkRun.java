package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Optional;

/** One benchmark: what it is made of and, once it runs, how it went. */
@JsonClassDescription("One benchmark of a JGroups cluster: what it is made of and, once it runs, how it went.")
@Group(BenchmarkRun.GROUP)
@Version(BenchmarkRun.VERSION)
@ShortNames("brun")
@AdditionalPrinterColumn(
        name = "STATUS",
        jsonPath = ".status.conditions[?(@.type==\"Succeeded\")].reason",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "VALID",
        jsonPath = ".status.conditions[?(@.type==\"Valid\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "MEMBERS", jsonPath = ".spec.members", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "SENDERS",
        jsonPath = ".status.senders",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".status.stack", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "SIZE", jsonPath = ".spec.messageSize", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "RATE", jsonPath = ".status.summary.rate", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "THROUGHPUT",
        jsonPath = ".status.summary.throughput",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "EFFICIENCY",
        jsonPath = ".status.summary.efficiencyPermille",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "BOTTLENECK",
        jsonPath = ".status.bottleneck.type",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "SKEW",
        jsonPath = ".status.startSkewMicros",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "NODES",
        jsonPath = ".status.members.nodes",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "AGE",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@ValidationRule(
        value = "self.metadata.name.matches('" + BenchmarkRun.NAME_PATTERN + "')",
        message = BenchmarkRun.NAME_RULE)
public class BenchmarkRun extends CustomResource<BenchmarkRunSpec, BenchmarkRunStatus>
        implements Namespaced, HasConditions<ConditionType> {
    private static final long serialVersionUID = 1L;

    /** The API group. */
    public static final String GROUP = "jgbench.io";

    /** The API version. */
    public static final String VERSION = "v1alpha1";

    /** The kind, as a run file gives it. */
    public static final String KIND = "BenchmarkRun";

    /** What a run's name looks like. */
    public static final String NAME_PATTERN = "^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$";

    /** {@link #NAME_PATTERN} in words. */
    public static final String NAME_RULE =
            "metadata.name must be 1 to 40 lower-case letters, digits or '-', with a letter or digit at both ends,"
                    + " as members are named from it";

    @Override
    public Optional<StatusCondition> condition(ConditionType type) {
        return Optional.ofNullable(getStatus()).flatMap(known -> known.condition(type));
    }
}
