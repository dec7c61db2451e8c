package io.jgbench.operator.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.BaselineSettings;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.CompareSettings;
import io.jgbench.api.v1alpha1.ThresholdSettings;
import io.jgbench.coordination.ShortHash;
import java.util.List;

/**
 * What a suite asks of its figures. The rest of its spec may change without another answer: how long visits may take,
 * whether the suite is suspended, and which runs stay.
 *
 * @param rounds of which figures are judged
 * @param thresholds what figures must be
 * @param compare cells against each other; null for none
 * @param baseline what cells are compared with; null for nothing
 */
record SuiteQuestion(
        Integer rounds, List<ThresholdSettings> thresholds, CompareSettings compare, BaselineSettings baseline) {
    /** The API server may give the entries of a map in another order. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** That of a spec. */
    static SuiteQuestion of(BenchmarkSuiteSpec spec) {
        return new SuiteQuestion(spec.rounds(), spec.thresholds(), spec.compare(), spec.baseline());
    }

    /** As much of it as a status has room for. */
    String hash() {
        try {
            return ShortHash.of(JSON.writeValueAsString(this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("settings can be written as JSON", e);
        }
    }
}
