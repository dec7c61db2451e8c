package io.jgbench.selftest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All faults that can be planted, and the run without one. Each kind of fault has a file of its own. */
public final class Faults {
    private static final List<Fault> ALL = Stream.of(
                    HarmlessFaults.all(),
                    UnplantableFaults.all(),
                    LossFaults.all(),
                    LinkFaults.all(),
                    SpeedFaults.all(),
                    CpuFaults.all(),
                    MemoryFaults.all(),
                    PathFaults.all(),
                    CutFaults.all())
            .flatMap(List::stream)
            .toList();

    private Faults() {}

    /** All, the run without a fault first. */
    public static List<Fault> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Optional<Fault> named(String name) {
        return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
    }
}
