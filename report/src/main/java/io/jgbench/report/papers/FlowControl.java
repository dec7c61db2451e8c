package io.jgbench.report.papers;

import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.CellResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether Ethernet's flow control, 802.3x, was on at the members' interfaces. */
public enum FlowControl {
    /** Pause frames are sent and heeded. */
    ON,
    /** Neither. */
    OFF;

    private static final List<String> PATHS = List.of("tuning.flowControl.rx", "tuning.flowControl.tx");

    /** As a cell declares it; empty where it does not, or differently for the two directions. */
    static Optional<FlowControl> of(Cell cell) {
        return Optional.ofNullable(cell.declared().tuning())
                .flatMap(tuning -> Optional.ofNullable(tuning.flowControl()))
                .flatMap(declared -> both(String.valueOf(declared.rx()), String.valueOf(declared.tx())));
    }

    /** As a cell that was measured declared it. */
    public static Optional<FlowControl> of(CellResult cell) {
        Map<String, String> definition = cell.definition();
        return both(definition.get(PATHS.getFirst()), definition.get(PATHS.getLast()));
    }

    private static Optional<FlowControl> both(String received, String sent) {
        if ("true".equals(received) && "true".equals(sent)) {
            return Optional.of(ON);
        }
        return "false".equals(received) && "false".equals(sent) ? Optional.of(OFF) : Optional.empty();
    }
}
