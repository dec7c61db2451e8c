package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of restoring a host.
 *
 * @param values what was read back of each setting that is as it was, by its name
 * @param leftAlone what somebody else had changed meanwhile or keeps from being put back, or what is no longer there,
 *     and why, by the setting's name
 * @param problems what could not be put back, a sentence each, by the setting's name
 */
record RestoreResult(Map<String, String> values, Map<String, String> leftAlone, Map<String, String> problems) {
    static final RestoreResult NOTHING = new RestoreResult(Map.of(), Map.of(), Map.of());

    RestoreResult {
        values = Map.copyOf(values);
        leftAlone = Map.copyOf(leftAlone);
        problems = Map.copyOf(problems);
    }

    boolean complete() {
        return problems.isEmpty();
    }

    /** The settings with what became of them. */
    List<Setting> addTo(List<Setting> settings) {
        return settings.stream().map(this::addTo).toList();
    }

    private Setting addTo(Setting setting) {
        Optional<String> problem = Optional.ofNullable(problems.get(setting.name()))
                .or(() -> Optional.ofNullable(leftAlone.get(setting.name())))
                .or(setting::problem);
        return new Setting(
                setting.name(),
                setting.found(),
                setting.wanted(),
                setting.set(),
                Optional.ofNullable(values.get(setting.name())).or(setting::restored),
                problem);
    }
}
