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

    void put(HostFact fact, Reading reading) {
        put(fact.label(), reading);
    }

    void put(String name, Reading reading) {
        put(
                name,
                switch (reading) {
                    case Reading.Found(var text) -> text;
                    case Reading.Absent(var why) -> HostSnapshot.absent(why);
                });
    }

    void absent(HostFact fact, String why) {
        put(fact, new Reading.Absent(why));
    }

    Map<String, String> texts() {
        return Map.copyOf(texts);
    }
}
