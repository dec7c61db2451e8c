package io.jgbench.member;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.Setting;
import io.jgbench.counters.ForwardingHostProbe;
import io.jgbench.counters.HostProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Adds what the host's tuner has said to the facts about the host. */
record TuningFacts(HostProbe probe, Path report) implements ForwardingHostProbe {

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>(probe.facts());
        try {
            TuningReport said = ProtocolJson.readAnswer(Files.readAllBytes(report), TuningReport.class);
            said.bond().ifPresent(bond -> facts.put("bond", bond.mode() + ": " + String.join(", ", bond.slaves())));
            said.settings().forEach(setting -> facts.put("tuning " + setting.name(), text(setting)));
        } catch (IOException e) {
            facts.put("tuning", "its report cannot be read: " + e);
        } catch (MalformedJsonException e) {
            facts.put("tuning", "its report cannot be read, it is " + e.getMessage());
        }
        return facts;
    }

    private static String text(Setting setting) {
        String found = setting.found().orElseGet(() -> setting.problem().orElse("unknown"));
        return setting.set().map(value -> value + " (before: " + found + ")").orElse(found);
    }
}
