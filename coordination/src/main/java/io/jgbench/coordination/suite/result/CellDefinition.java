package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.ShortHash;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What was measured in a cell: its settings by their paths, such as {@code workload.messageSizeBytes}. Two cells that
 * are compared have to agree in some of them and may differ in others.
 */
public final class CellDefinition {
    private static final String MEMBERS = "members";
    private static final String WORKLOAD = "workload";
    private static final String STACK_WINDOW = "stack.window";
    private static final String TRANSPORT_OPTION = "transport.options.";
    private static final int LONGEST = 64;

    /** What one compares two suites by, and how often messages are timed: that is nothing that they do. */
    private static final List<String> MAY_DIFFER =
            List.of("stack", "transport", "jvm", "jgroups", "tuning", WORKLOAD + ".latencySampleInterval");

    /**
     * A setting that was added later, with what every run did before. Definitions that were stored earlier lack it.
     *
     * @param workload the label of the workload
     * @param path where it stands in a definition
     * @param value what runs did
     */
    private record LaterSetting(String workload, String path, String value) {}

    private static final List<LaterSetting> LATER_SETTINGS = List.of(
            new LaterSetting("MessageBus", "workload.sending.arrivals", "Even"),
            new LaterSetting("Datagram", "workload.arrivals", "Even"));

    private CellDefinition() {}

    /** Fills in settings that did not exist when the definition was stored. */
    static Map<String, String> completed(Map<String, String> stored) {
        Map<String, String> definition = new LinkedHashMap<>(stored);
        LATER_SETTINGS.stream()
                .filter(later -> later.workload().equals(stored.get(WORKLOAD + ".type")))
                .forEach(later -> definition.putIfAbsent(later.path(), later.value()));
        return definition;
    }

    /** That of a cell. */
    static Map<String, String> of(Cell cell, ObjectMapper mapper) {
        Map<String, String> definition = new LinkedHashMap<>();
        definition.put(MEMBERS, Integer.toString(cell.spec().members()));
        collect(WORKLOAD, mapper.valueToTree(cell.spec().workload()), definition);
        definition.put("transport.name", cell.spec().transport().name());
        new TreeMap<>(cell.spec().transport().options())
                .forEach((name, value) -> definition.put(TRANSPORT_OPTION + name, shortened(value)));
        cell.spec().transport().stack().ifPresent(stack -> definition.put("stack", told(cell, stack)));
        Optional.ofNullable(cell.declared().stack())
                .map(StackSource::window)
                .ifPresent(window -> definition.put(STACK_WINDOW, Long.toString(window.bytes())));
        JsonNode declared = mapper.valueToTree(cell.declared());
        Stream.of("jvm", "jgroups", "tuning")
                .filter(declared::has)
                .forEach(block -> collect(block, declared.get(block), definition));
        return definition;
    }

    /** Earlier versions did not store it, whether it was set or not. */
    static boolean wasOnceLeftOut(String path) {
        return path.equals(STACK_WINDOW) || path.startsWith(TRANSPORT_OPTION);
    }

    /** All stacks that are written out have the same name. */
    private static String told(Cell cell, TransportSpec.Stack stack) {
        boolean isWrittenOut = Optional.ofNullable(cell.declared().stack())
                .map(StackSource::inline)
                .isPresent();
        return isWrittenOut ? stack.name() + " sha256:" + ShortHash.of(stack.xml()) : stack.name();
    }

    private static void collect(String path, JsonNode node, Map<String, String> definition) {
        if (node.isObject()) {
            node.properties().forEach(field -> collect(path + "." + field.getKey(), field.getValue(), definition));
        } else if (!node.isNull()) {
            definition.put(path, shortened(node.isValueNode() ? node.asText() : node.toString()));
        }
    }

    /** Long values are replaced by their hash. */
    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : "sha256:" + ShortHash.of(text);
    }

    /** The settings in which cells have to agree. */
    static Map<String, String> workload(Map<String, String> definition) {
        Map<String, String> workload = new LinkedHashMap<>(definition);
        workload.keySet().removeIf(path -> MAY_DIFFER.stream().anyMatch(may -> isIn(may, path)));
        return workload;
    }

    /** The paths in which two cells differ although they would have to agree, in order. */
    static List<String> disagreements(Map<String, String> one, Map<String, String> other) {
        return differences(workload(one), workload(other));
    }

    /** All paths in which two cells differ, in order. */
    static List<String> differences(Map<String, String> one, Map<String, String> other) {
        var paths = new TreeSet<>(one.keySet());
        paths.addAll(other.keySet());
        paths.removeIf(path -> Objects.equals(one.get(path), other.get(path)));
        return List.copyOf(paths);
    }

    private static boolean isIn(String block, String path) {
        return path.equals(block) || path.startsWith(block + ".");
    }
}
