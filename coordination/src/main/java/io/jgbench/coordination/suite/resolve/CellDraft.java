package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.v1alpha1.AxisSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A combination of the axes' values that is not checked yet.
 *
 * @param choices one for each axis, in their order
 */
record CellDraft(List<Choice> choices) {

    /** Copies the choices. */
    CellDraft {
        choices = List.copyOf(choices);
    }

    /**
     * The value that was taken of an axis.
     *
     * @param axis the axis' name
     * @param path where the axis stands in the file
     */
    record Choice(String axis, String path, AxisValue value) {}

    /** All combinations; the last axis changes first. */
    static List<CellDraft> all(List<AxisSettings> axes) {
        List<CellDraft> drafts = List.of(new CellDraft(List.of()));
        for (int i = 0; i < axes.size(); i++) {
            AxisSettings axis = axes.get(i);
            String path = "spec.axes[" + i + "]";
            drafts = drafts.stream()
                    .flatMap(draft ->
                            AxisValue.of(axis).stream().map(value -> draft.with(new Choice(axis.name(), path, value))))
                    .toList();
        }
        return drafts;
    }

    private CellDraft with(Choice choice) {
        List<Choice> more = new ArrayList<>(choices);
        more.add(choice);
        return new CellDraft(more);
    }

    Map<String, String> coordinates() {
        Map<String, String> all = new LinkedHashMap<>();
        choices.forEach(choice -> all.put(choice.axis(), choice.value().label()));
        return all;
    }

    boolean hasAll(Map<String, String> where) {
        return coordinates().entrySet().containsAll(where.entrySet());
    }

    /** Where a field of the cell's spec was given: at an axis that sets it or a part of it, or else in the template. */
    String placeOf(String specPath) {
        String path = specPath.replaceFirst("^spec\\.", "");
        return choices.stream()
                .filter(choice -> choice.value().changes().keySet().stream()
                        .anyMatch(changed -> changed.equals(path) || changed.startsWith(path + ".")))
                .map(Choice::path)
                .findFirst()
                .orElse("spec.template." + path);
    }
}
