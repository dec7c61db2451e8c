package io.jgbench.operator.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Moves all instants of a document by whole seconds: those in nanoseconds and in seconds since the epoch, those of RFC
 * 3339, and those in JSON within a string.
 */
final class RecordedTimes {
    private static final Pattern SECONDS = Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?Z");
    private static final long FIRST_SECOND = 1_500_000_000L;
    private static final long LAST_SECOND = 4_000_000_000L;
    private static final long NANOS = 1_000_000_000L;

    private final long seconds;
    private final JsonMapper json;
    private final JsonNodeFactory nodes;

    RecordedTimes(Duration later, JsonMapper json) {
        this.seconds = later.toSeconds();
        this.json = json;
        this.nodes = json.getNodeFactory();
    }

    JsonNode shift(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                ObjectNode shifted = nodes.objectNode();
                node.properties().forEach(field -> shifted.set(field.getKey(), shift(field.getValue())));
                yield shifted;
            }
            case ARRAY -> {
                ArrayNode shifted = nodes.arrayNode();
                node.forEach(element -> shifted.add(shift(element)));
                yield shifted;
            }
            case STRING -> nodes.textNode(shift(node.asText()));
            case NUMBER -> node.isIntegralNumber() ? shift(node, node.longValue()) : shift(node, node.decimalValue());
            case BINARY, BOOLEAN, MISSING, NULL, POJO -> node;
        };
    }

    private String shift(String text) {
        if (text.startsWith("{")) {
            try {
                return json.writer()
                        .without(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(shift(json.readTree(text)));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("not JSON: " + text, e);
            }
        }
        var instant = SECONDS.matcher(text);
        if (!instant.matches()) {
            return text;
        }
        String shifted =
                Instant.parse(instant.group(1) + "Z").plusSeconds(seconds).toString();
        String fraction = instant.group(2) == null ? "" : instant.group(2);
        return shifted.replace("Z", fraction + "Z");
    }

    private JsonNode shift(JsonNode node, long number) {
        boolean isInstant = number >= FIRST_SECOND * NANOS && number < LAST_SECOND * NANOS;
        return isInstant ? nodes.numberNode(number + seconds * NANOS) : node;
    }

    private JsonNode shift(JsonNode node, BigDecimal number) {
        boolean isInstant = number.compareTo(BigDecimal.valueOf(FIRST_SECOND)) >= 0
                && number.compareTo(BigDecimal.valueOf(LAST_SECOND)) < 0;
        return isInstant ? nodes.numberNode(number.add(BigDecimal.valueOf(seconds))) : node;
    }
}
