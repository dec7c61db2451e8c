package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is kept of a suite as JSON, one document each: digests, the status and the result. Each says by {@code
 * schemaVersion} how it is written; fields that are not known are passed over.
 */
public final class SuiteJson {
    private static final String SCHEMA_VERSION = "schemaVersion";

    /** Of a digest, which has figures, findings and a short series. */
    private static final int MOST_VALUES = 100_000;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SuiteJson() {}

    /** The document in UTF-8, indented. */
    public static byte[] write(Object document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "cannot be written as JSON: " + document.getClass().getName(), e);
        }
    }

    /** What is measured in a cell. */
    public static Map<String, String> definition(Cell cell) {
        return CellDefinition.of(cell, MAPPER);
    }

    /** Reads a digest. */
    public static VisitDigest digest(byte[] json, String place) throws SuiteFormatException {
        checkValues(json, place, MOST_VALUES);
        return read(json, place, VisitDigest.class, VisitDigest.SCHEMA_VERSION);
    }

    /** Reads a status. */
    public static SuiteStatus status(byte[] json, String place) throws SuiteFormatException {
        return read(json, place, SuiteStatus.class, SuiteStatus.SCHEMA_VERSION);
    }

    /** Reads a result. */
    public static SuiteResult result(byte[] json, String place) throws SuiteFormatException {
        return read(json, place, SuiteResult.class, SuiteResult.SCHEMA_VERSION);
    }

    /** Reads a comparison. */
    public static ArmComparison comparison(byte[] json, String place) throws SuiteFormatException {
        return read(json, place, ArmComparison.class, ArmComparison.SCHEMA_VERSION);
    }

    /**
     * Checks that JSON does not contain too many objects, before any object is made. An object takes a hundred times as
     * much memory as its text. Incomplete JSON passes this check: the parser reports it later.
     *
     * @param place where it is from, for messages
     * @param most how many values and structures it may hold
     * @throws SuiteFormatException if it holds more
     */
    public static void checkValues(byte[] json, String place, int most) throws SuiteFormatException {
        try (JsonParser parser = MAPPER.createParser(json)) {
            int values = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                values += token.isScalarValue() || token.isStructStart() ? 1 : 0;
                if (values > most) {
                    throw new SuiteFormatException(place + " must hold at most " + most + " values");
                }
            }
        } catch (JacksonException _) {
            // the parser fails at the same place and reports it
        } catch (IOException e) {
            throw SuiteFormatException.notWhole(place, e);
        }
    }

    /**
     * Reads a document.
     *
     * @param place where it is from, for messages
     */
    private static <T> T read(byte[] json, String place, Class<T> type, int version) throws SuiteFormatException {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (tree.isMissingNode()) {
                throw SuiteFormatException.notWhole(place, "it is empty", null);
            }
            int found = tree.path(SCHEMA_VERSION).asInt(0);
            if (found != version) {
                String why = place + " must be of version " + version + ", got: " + (found == 0 ? "none" : found)
                        + "; read it with the jgbench that wrote it";
                throw found > version ? SuiteFormatException.newer(why) : new SuiteFormatException(why);
            }
            Optional<String> unwritten = unwritten("", tree);
            if (unwritten.isPresent()) {
                throw new SuiteFormatException(place + " was not written by jgbench: " + unwritten.get());
            }
            return MAPPER.treeToValue(tree, type);
        } catch (JacksonException e) {
            if (e instanceof InvalidFormatException unknown
                    && unknown.getTargetType().isEnum()) {
                throw unknownWord(place, unknown);
            }
            throw SuiteFormatException.notWhole(place, firstLine(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new SuiteFormatException(place + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A later version may use words that this one does not know. Such a document is not damaged. */
    private static SuiteFormatException unknownWord(String place, InvalidFormatException unknown) {
        return SuiteFormatException.newer(
                place + " has at " + path(unknown) + " the word \"" + unknown.getValue()
                        + "\", which this version of jgbench does not know; read it with the jgbench that wrote it",
                unknown);
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(step -> "/" + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
                .collect(Collectors.joining());
    }

    /** These documents never contain null, NaN or infinity. Readers may rely on it. Returns where this one does. */
    private static Optional<String> unwritten(String path, JsonNode node) {
        if (node.isNull() || (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue()))) {
            return Optional.of((path.isEmpty() ? "it" : path) + " is " + node.asText());
        }
        Stream<Optional<String>> below = node.isObject()
                ? node.properties().stream().map(field -> unwritten(path + "/" + field.getKey(), field.getValue()))
                : IntStream.range(0, node.size()).mapToObj(index -> unwritten(path + "/" + index, node.get(index)));
        return below.flatMap(Optional::stream).findFirst();
    }

    private static String firstLine(String message) {
        String line = message.lines().findFirst().orElse("no JSON");
        int place = line.indexOf(" (start marker at");
        return place < 0 ? line : line.substring(0, place);
    }
}
