package io.jgbench.report.papers;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.result.CellResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

    /**
     * As the hosts of a run's members tell it; empty where one does not, or they differ, or it differs for the two
     * directions.
     */
    public static Optional<FlowControl> of(RunResult run) {
        List<Optional<FlowControl>> each = run.members().stream()
                .map(member -> member.report()
                        .flatMap(report -> report.fact(HostFact.NIC_FLOW_CONTROL))
                        .flatMap(FlowControl::told))
                .distinct()
                .toList();
        return each.size() == 1 ? each.getFirst() : Optional.empty();
    }

    /** Of a text such as "rx on, tx off, autoneg on". */
    private static Optional<FlowControl> told(String fact) {
        List<String> parts = List.of(fact.split(", *", -1));
        return Stream.of(values())
                .filter(each -> parts.contains("rx " + each.word()) && parts.contains("tx " + each.word()))
                .findFirst();
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Optional<FlowControl> both(String received, String sent) {
        if ("true".equals(received) && "true".equals(sent)) {
            return Optional.of(ON);
        }
        return "false".equals(received) && "false".equals(sent) ? Optional.of(OFF) : Optional.empty();
    }
}
