package io.jgbench.report.stored;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.coordination.workload.registry.Workloads;
import java.io.UncheckedIOException;

/**
 * A run with its status, as {@code kubectl get benchmarkrun -o yaml} shows it.
 *
 * @param apiVersion the API's group and version
 * @param kind the kind
 * @param metadata the run's name
 * @param status how it went
 */
public record RunDocument(String apiVersion, String kind, Metadata metadata, BenchmarkRunStatus status) {

    /**
     * What a run is called.
     *
     * @param name its name
     */
    public record Metadata(String name) {}

    /** How a document is written. */
    public enum Format {
        /** JSON, indented. */
        JSON,
        /** YAML without a document marker. */
        YAML
    }

    /** The document of a run. */
    public static RunDocument of(String name, BenchmarkRunStatus status) {
        return new RunDocument(
                BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION, BenchmarkRun.KIND, new Metadata(name), status);
    }

    /** The document as text, ending with a line break. */
    public String text(Format format) {
        return switch (format) {
            case JSON -> write(json(), this) + "\n";
            case YAML -> write(yaml(), this);
        };
    }

    /** Writes records as indented JSON; what is absent is left out, instants are ISO 8601. */
    public static JsonMapper json() {
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule())
                .addModule(Workloads.jsonModule())
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /** Writes them as YAML alike, and reads it. */
    public static YAMLMapper yaml() {
        return YAMLMapper.builder()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER, YAMLGenerator.Feature.SPLIT_LINES)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES, YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .build();
    }

    /** A record as text. */
    public static String write(ObjectMapper mapper, Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
