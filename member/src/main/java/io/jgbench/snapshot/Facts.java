package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import java.util.Map;
import java.util.TreeMap;

/** Collects what is read; see {@link HostSnapshot}. */
final class Facts {
    private final Map<String, String> texts = new TreeMap<>();

    /** The word for a setting that is on or off. */
    static String onOff(boolean isOn) {
        return isOn ? "on" : "off";
    }

    void put(HostFact fact, String value) {
        put(fact.label(), value);
    }

    void put(String name, String value) {
        texts.put(name, value);
    }

    void put(HostFact fact, FactReading reading) {
        put(fact.label(), reading);
    }

    void put(String name, FactReading reading) {
        put(
                name,
                switch (reading) {
                    case FactReading.Found(var text) -> text;
                    case FactReading.Absent(var why) -> HostSnapshot.absent(why);
                });
    }

    void absent(HostFact fact, String why) {
        put(fact, new FactReading.Absent(why));
    }

    Map<String, String> texts() {
        return Map.copyOf(texts);
    }
}
