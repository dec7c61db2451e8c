package io.jgbench.coordination.drive;

import io.jgbench.coordination.control.ReportBudget;
import io.jgbench.coordination.control.ReportRoom;
import io.jgbench.coordination.protocol.MemberReport;
import java.util.Optional;

/**
 * Where the reports of a run go.
 *
 * @param room for those on their way, of all runs of the controller
 * @param budget what all reports of the run may take in memory when its result is made of them
 * @param shelf where they are until then
 */
public record ReportIntake(ReportRoom room, ReportBudget budget, ReportShelf shelf) {

    /**
     * Of a controller that has one run, and keeps its reports in memory.
     *
     * @param repetitions how many the run has; the reports of each stay there until the last is over
     */
    public static ReportIntake inMemory(int repetitions) {
        return new ReportIntake(ReportRoom.ofMemory(), ReportBudget.ofMemory(repetitions), ReportShelf.IN_MEMORY);
    }

    /**
     * Takes a report's part of the budget.
     *
     * @param jsonBytes how much the member has sent
     * @return what is told where there is none left, to be appended to the member's name
     */
    Optional<String> hasNoRoomFor(MemberReport report, int jsonBytes) {
        return budget.take(jsonBytes - shelf.elsewhere(report))
                ? Optional.empty()
                : Optional.of(" has a report of " + jsonBytes
                        + " bytes, and with it the run's reports take more than the " + budget.mostBytes()
                        + " bytes that its controller has room for: run fewer members, for a shorter time or in"
                        + " fewer repetitions, or give the controller more memory");
    }
}
