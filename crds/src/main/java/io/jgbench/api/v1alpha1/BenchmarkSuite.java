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

/** A matrix of benchmarks: a run, what is varied in it, and how often each combination is measured. */
@JsonClassDescription(
        "A matrix of benchmarks: a run, what is varied in it, and how often each combination is measured.")
@Group(BenchmarkRun.GROUP)
@Version(BenchmarkRun.VERSION)
@ShortNames("bsuite")
@AdditionalPrinterColumn(
        name = "STATUS",
        jsonPath = ".status.conditions[?(@.type==\"Succeeded\")].reason",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "VERDICT",
        jsonPath = ".status.judgement.verdict",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "CELLS", jsonPath = ".status.cells", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "ROUNDS", jsonPath = ".spec.rounds", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "VISITS",
        jsonPath = ".status.visits.progress",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "INVALID",
        jsonPath = ".status.visits.invalid",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "FAILED",
        jsonPath = ".status.visits.failed",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "LEFT", jsonPath = ".status.timeLeft", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "ROUND",
        jsonPath = ".status.current.round",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "CELL",
        jsonPath = ".status.current.name",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "ORDER",
        jsonPath = ".spec.order",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "AGE",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@ValidationRule(
        value = "self.metadata.name.matches('" + BenchmarkSuite.NAME_PATTERN + "')",
        message = BenchmarkSuite.NAME_RULE)
public class BenchmarkSuite extends CustomResource<BenchmarkSuiteSpec, BenchmarkSuiteStatus>
        implements Namespaced, HasConditions<SuiteConditionType> {
    private static final long serialVersionUID = 1L;

    /** The kind, as a file gives it. */
    public static final String KIND = "BenchmarkSuite";

    /** What a suite's name looks like. */
    public static final String NAME_PATTERN = "^[a-z0-9]([-a-z0-9]{0,22}[a-z0-9])?$";

    /** {@link #NAME_PATTERN} in words. */
    public static final String NAME_RULE =
            "metadata.name must be 1 to 24 lower-case letters, digits or '-', with a letter or digit at both ends,"
                    + " as runs are named from it";

    @Override
    public Optional<StatusCondition> condition(SuiteConditionType type) {
        return Optional.ofNullable(getStatus()).flatMap(known -> known.condition(type));
    }
}
