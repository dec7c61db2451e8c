package io.jgbench.runfile;

import io.jgbench.api.schema.ApiField;
import io.jgbench.naming.NearestName;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Makes API objects of YAML, strictly, by the rules that the types declare. It follows only the declared types, so
 * nested YAML aliases cannot make it expand without limit.
 */
final class ObjectReader {
    private static final String MERGE = "<<";

    private final Problems problems;
    private final ValueReader values;
    private final Map<String, Integer> lines = new HashMap<>();

    ObjectReader(Problems problems) {
        this.problems = problems;
        this.values = new ValueReader(problems);
    }

    /** The line of each field that was given, by its path. */
    Map<String, Integer> lines() {
        return lines;
    }

    /** Reads the whole document; empty where it is no object. What is wrong is among the problems. */
    <T> Optional<T> read(Node root, Class<T> type) {
        return Optional.ofNullable(type.cast(object("", root, type, "")));
    }

    private Object object(String path, Node node, Class<?> type, String example) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(node, path + " must be a map", Scalars.shown(node), "a good value is " + example);
            return null;
        }
        List<ApiField> fields = ApiField.of(type);
        Map<String, Node> given = entries(path, mapping);
        List<String> meant = refuseUnknown(path, mapping, fields);
        Object[] components = fields.stream()
                .map(field -> field(path, field, given.get(field.name()), node, meant))
                .toArray();
        return make(type, components);
    }

    /** The entries by name; of two with the same name the first, and a problem. */
    private Map<String, Node> entries(String path, MappingNode mapping) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = name(tuple);
            String at = join(path, name);
            if (entries.putIfAbsent(name, tuple.getValueNode()) == null) {
                lines.put(at, tuple.getKeyNode().getStartMark().getLine() + 1);
            } else {
                problems.add(
                        tuple.getKeyNode(),
                        told(path, name) + " must be given once",
                        "a second one",
                        "the first is in line " + lines.get(at));
            }
        }
        return entries;
    }

    /** Refuses fields that do not exist; gives the names that they were probably meant to be. */
    private List<String> refuseUnknown(String path, MappingNode mapping, List<ApiField> fields) {
        List<String> names = fields.stream().map(ApiField::name).toList();
        List<String> meant = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = name(tuple);
            if (names.contains(name)) {
                continue;
            }
            if (name.equals(MERGE)) {
                problems.add(
                        tuple.getKeyNode(),
                        told(path, name) + ", which takes over the fields of another map, is not read",
                        Scalars.shown(tuple.getValueNode()),
                        "write these fields out");
                // what it would have brought along is not missing
                meant.addAll(names);
                continue;
            }
            String nearest = NearestName.of(name, names);
            ApiField field = fields.get(names.indexOf(nearest));
            meant.add(nearest);
            String advice = join(path, name).equals("status")
                    ? "leave it out, the run writes it"
                    : "the nearest is " + nearest + ", as in " + nearest + ": " + field.example();
            problems.add(
                    tuple.getKeyNode(),
                    told(path, name) + " is not a field",
                    Scalars.shown(tuple.getValueNode()),
                    advice);
        }
        return meant;
    }

    private Object field(String path, ApiField field, Node given, Node parent, List<String> meant) {
        String at = join(path, field.name());
        if (given == null || Scalars.isNull(given)) {
            if (field.required() && !meant.contains(field.name())) {
                problems.add(
                        given == null ? parent : given,
                        at + " is required",
                        "nothing",
                        "a good value is " + field.example());
            }
            return null;
        }
        if (field.list()) {
            return list(at, field, given);
        }
        if (field.map()) {
            return map(at, field, given);
        }
        return field.nested().isPresent()
                ? object(at, given, field.type(), field.example())
                : values.read(at, field, given);
    }

    private List<Object> list(String path, ApiField field, Node node) {
        if (!(node instanceof SequenceNode sequence)) {
            problems.add(node, path + " must be a list", Scalars.shown(node), "a good value is " + field.example());
            return null;
        }
        if (tooMany(path, field, node, sequence.getValue().size())) {
            return null;
        }
        List<Object> entries = new ArrayList<>();
        for (Node entry : sequence.getValue()) {
            String at = path + "[" + entries.size() + "]";
            lines.put(at, entry.getStartMark().getLine() + 1);
            Object value = field.nested().isPresent()
                    ? object(at, entry, field.entryType(), field.example())
                    : values.text(at, field.entryTextRule(), entry, field.example());
            if (value != null) {
                entries.add(value);
            }
        }
        return entries;
    }

    private Map<String, String> map(String path, ApiField field, Node node) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(node, path + " must be a map", Scalars.shown(node), "a good value is " + field.example());
            return null;
        }
        if (tooMany(path, field, node, mapping.getValue().size())) {
            return null;
        }
        refuseBooleanNames(path, mapping);
        Map<String, String> entries = new LinkedHashMap<>();
        entries(path, mapping).forEach((name, value) -> {
            String text = values.text(told(path, name), field.entryTextRule(), value, field.example());
            if (text != null) {
                entries.put(name, text);
            }
        });
        return entries;
    }

    /** kubectl makes "true" or "false" of such a name. */
    private void refuseBooleanNames(String path, MappingNode mapping) {
        for (NodeTuple tuple : mapping.getValue()) {
            if (Scalars.bool(tuple.getKeyNode()).isPresent()) {
                problems.add(
                        tuple.getKeyNode(),
                        told(path, name(tuple)) + " must have its name in quotes, as YAML takes it for a boolean",
                        name(tuple),
                        "write \"" + name(tuple) + "\"");
            }
        }
    }

    private boolean tooMany(String path, ApiField field, Node node, int entries) {
        if (entries > field.mostEntries()) {
            String rule = path + " must have at most " + field.mostEntries() + " entries";
            problems.add(node, rule, Integer.toString(entries), "a good value is " + field.example());
        }
        return entries > field.mostEntries();
    }

    private static String name(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : Scalars.shown(tuple.getKeyNode());
    }

    /** The path of a field whose name somebody made up, as a message shows it. */
    private static String told(String path, String name) {
        return join(path, Scalars.shortened(name));
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static Object make(Class<?> type, Object[] components) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(components);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made of what was read", e);
        }
    }
}
