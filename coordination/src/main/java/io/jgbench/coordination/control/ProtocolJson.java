package io.jgbench.coordination.control;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.jgbench.coordination.protocol.AddedLater;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.workload.registry.Workloads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The records of {@link io.jgbench.coordination.protocol} as JSON: fields by their names, durations as ISO 8601
 * ("PT2S"), what is absent as null.
 *
 * <p>A request is read strictly: one with a field that the member does not know asks for something that it would not
 * do, and is refused. An answer is read leniently: a newer member may tell more than its controller knows, and an
 * older one does not tell what is {@link AddedLater}. What was stored is read more leniently still: an older operator
 * may have stored less.
 */
public final class ProtocolJson {
    private static final JsonMapper REQUESTS = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .addModule(Workloads.jsonModule())
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Of what is told about JSON that cannot be read. */
    private static final int MOST_CHARACTERS = 500;

    /** Jackson tells its caller which of its features would take it. */
    private static final Pattern ADVICE_TO_PROGRAMMERS =
            Pattern.compile(" \\((set|enable) [^)]*DeserializationFeature[^)]*\\)");

    private ProtocolJson() {}

    /** The value as JSON on one line, in UTF-8. */
    public static byte[] write(Object value) {
        try {
            return REQUESTS.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "cannot be written as JSON: " + value.getClass().getName(), e);
        }
    }

    /**
     * The same to a stream, which is closed then.
     *
     * @throws IOException if the stream does not take it
     */
    public static void write(Object value, OutputStream out) throws IOException {
        REQUESTS.writeValue(out, value);
    }

    /**
     * Reads a request or a configuration, strictly.
     *
     * @throws MalformedJsonException if it is not JSON, not of that type, or breaks a rule of it
     */
    public static <T> T readRequest(byte[] json, Class<T> type) throws MalformedJsonException {
        try {
            return required(REQUESTS.readValue(json, type), type);
        } catch (IOException e) {
            throw malformed(type, e);
        }
    }

    /**
     * Reads an answer; fields that are not known are passed over.
     *
     * @throws MalformedJsonException if it is not JSON, not of that type, or breaks a rule of it
     */
    public static <T> T readAnswer(byte[] json, Class<T> type) throws MalformedJsonException {
        try {
            var lenient = REQUESTS.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
            return required(lenient.readValue(json), type);
        } catch (IOException e) {
            throw malformed(type, e);
        }
    }

    /**
     * Reads as {@link #readStored(byte[], Class)} does, without having all of it in memory, and puts its long texts on
     * a shelf.
     *
     * @throws MalformedJsonException if it is not JSON, not of that type, or breaks a rule of it
     * @throws IOException if it cannot be read, or the shelf has no room
     */
    public static <T> T readStored(InputStream json, Class<T> type, TextShelf shelf)
            throws MalformedJsonException, IOException {
        try {
            return required(asStored(type).withAttribute(TextShelf.class, shelf).readValue(json), type);
        } catch (JacksonException e) {
            Optional<IOException> ofTheStream = ofTheStream(e);
            if (ofTheStream.isPresent()) {
                throw ofTheStream.get();
            }
            throw malformed(type, e);
        }
    }

    /** What was not JSON's fault, which Jackson wraps where it reads the items of a list. */
    private static Optional<IOException> ofTheStream(Throwable e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io && !(cause instanceof JacksonException)) {
                return Optional.of(io);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads what an operator of another version may have stored: fields that are not known are passed over, and those
     * that are absent are empty, zero or false. The type's own rules say what must be there.
     *
     * @throws MalformedJsonException if it is not JSON, not of that type, or breaks a rule of it
     */
    public static <T> T readStored(byte[] json, Class<T> type) throws MalformedJsonException {
        try {
            return required(asStored(type).readValue(json), type);
        } catch (IOException e) {
            throw malformed(type, e);
        }
    }

    private static ObjectReader asStored(Class<?> type) {
        return REQUESTS.readerFor(type)
                .without(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
    }

    private static <T> T required(T value, Class<T> type) throws MalformedJsonException {
        if (value == null) {
            throw new MalformedJsonException("not a " + type.getSimpleName() + ": null", null);
        }
        return value;
    }

    private static MalformedJsonException malformed(Class<?> type, IOException e) {
        String why = switch (e) {
            case UnrecognizedPropertyException unknown -> "the field '" + unknown.getPropertyName() + "' is not known";
            case ValueInstantiationException broken
            when broken.getCause() != null -> broken.getCause().getMessage();
            case JsonMappingException mapping -> path(mapping) + mapping.getOriginalMessage() + at(mapping);
            case JacksonException other -> other.getOriginalMessage() + at(other);
            default -> e.getMessage();
        };
        return new MalformedJsonException("not a " + type.getSimpleName() + ": " + sentence(why), e);
    }

    /** Where it stands, such as "workload.streams[2].received: ". */
    private static String path(JsonMappingException e) {
        var path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.isEmpty() ? "" : path + ": ";
    }

    /** What is wrong may quote what was read, which is of any length, and ends up in a status. */
    private static String sentence(String why) {
        String line = ADVICE_TO_PROGRAMMERS
                .matcher(String.valueOf(why))
                .replaceAll("")
                .replaceAll("\\s*\\R\\s*", " ");
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…";
    }

    private static String at(JacksonException e) {
        var location = e.getLocation();
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
}
