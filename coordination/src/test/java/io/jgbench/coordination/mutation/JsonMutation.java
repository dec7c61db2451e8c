package io.jgbench.coordination.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.testing.mutation.TextMutation;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Spoils JSON in one to three places, so that it stays JSON: what reaches the rules behind the parser. */
public final class JsonMutation {
    /** What is added in one place at the most: more than a member's answer may have is not read at all. */
    private static final int MOST_BYTES = 1 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<JsonNode> TRAPS = List.of(
            NODES.nullNode(),
            NODES.booleanNode(true),
            NODES.numberNode(0),
            NODES.numberNode(-1),
            NODES.numberNode(1),
            NODES.numberNode(Integer.MAX_VALUE),
            NODES.numberNode(Integer.MIN_VALUE),
            NODES.numberNode(1L << 31),
            NODES.numberNode(1L << 53),
            NODES.numberNode(Long.MAX_VALUE),
            NODES.numberNode(Long.MIN_VALUE),
            NODES.numberNode(new BigInteger("9".repeat(40))),
            NODES.numberNode(new BigDecimal("1e400")),
            NODES.numberNode(1.5),
            NODES.textNode(""),
            NODES.textNode("NaN"),
            NODES.textNode("7"),
            NODES.textNode("9".repeat(18)),
            NODES.textNode("PT99999999999999H"),
            NODES.textNode("-PT1S"),
            NODES.textNode("x".repeat(10_000)),
            NODES.textNode("\u0000\uD800"),
            NODES.textNode("HISTFAAAADd4nJNpmSzMwMAgxwABzFCaEULZ/7f/AGGd52c6y880lYPpKTvTQhamj8xQtJyJ6TsjEwBFgAxP"),
            NODES.textNode("eJxjAAAAAQAB"),
            NODES.arrayNode(),
            NODES.objectNode());

    private final JsonNode root;

    private JsonMutation(JsonNode root) {
        this.root = root;
    }

    /** Of this JSON. */
    public static JsonMutation of(byte[] json) throws IOException {
        return new JsonMutation(JSON.readTree(json));
    }

    /** The JSON with a field null that is not, for each field by its name; the last one where several have a name. */
    public Map<String, String> eachFieldNull() {
        Map<String, String> spoilt = new TreeMap<>();
        JsonNode copy = root.deepCopy();
        List<JsonNode> containers = new ArrayList<>();
        collect(copy, containers);
        for (JsonNode container : containers) {
            if (container instanceof ObjectNode object) {
                for (String name : names(object)) {
                    JsonNode value = object.get(name);
                    if (!value.isNull()) {
                        object.putNull(name);
                        spoilt.put(name, copy.toString());
                        object.set(name, value);
                    }
                }
            }
        }
        return spoilt;
    }

    /** Spoilt JSON, one time in eight as a text that need not be JSON any more. */
    public String make(Random random) {
        JsonNode spoilt = root.deepCopy();
        int places = 1 + random.nextInt(3);
        for (int i = 0; i < places; i++) {
            once(spoilt, random);
        }
        String json = spoilt.toString();
        return random.nextInt(8) == 0 ? new TextMutation(json).make(random) : json;
    }

    private static void once(JsonNode spoilt, Random random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(spoilt, containers);
        switch (containers.get(random.nextInt(containers.size()))) {
            case ObjectNode object -> inObject(object, random);
            case ArrayNode array -> inArray(array, random);
            default -> throw new IllegalStateException("only these hold others");
        }
    }

    private static void inObject(ObjectNode object, Random random) {
        List<String> names = names(object);
        String name = names.isEmpty() ? "epochMicros" : names.get(random.nextInt(names.size()));
        switch (random.nextInt(5)) {
            case 0 -> object.remove(name);
            case 1 ->
                object.set(
                        name,
                        names.isEmpty()
                                ? trap(random)
                                : object.get(names.getFirst()).deepCopy());
            case 2 -> object.set(random.nextBoolean() ? "other" : name + "0", trap(random));
            default -> object.set(name, trap(random));
        }
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void inArray(ArrayNode array, Random random) {
        int at = array.isEmpty() ? 0 : random.nextInt(array.size());
        switch (random.nextInt(4)) {
            case 0 -> array.remove(at);
            case 1 -> {
                JsonNode one = array.isEmpty() ? trap(random) : array.get(at);
                int most = Math.clamp(MOST_BYTES / one.toString().length(), 1, 2_000);
                int copies = 1 + random.nextInt(random.nextInt(10) == 0 ? most : 3);
                for (int i = 0; i < copies; i++) {
                    array.add(one.deepCopy());
                }
            }
            default -> array.insert(at, trap(random));
        }
    }

    private static JsonNode trap(Random random) {
        return random.nextInt(4) == 0
                ? NODES.numberNode(random.nextLong() >> random.nextInt(64))
                : TRAPS.get(random.nextInt(TRAPS.size())).deepCopy();
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }
}
