package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How all members' clocks stood to the controller's while a run was measured.
 *
 * @param byMember by the member's index, as far as they were measured
 */
public record ClockCourses(Map<Integer, ClockCourse> byMember) {

    /** Copies the map. */
    public ClockCourses {
        byMember = Map.copyOf(byMember);
    }

    /**
     * Of a run that is over.
     *
     * @param after clocks that were measured when the members had reported, by index
     */
    public static ClockCourses of(RunStatus status, Map<Integer, ClockMeasurement> after) {
        Map<Integer, ClockCourse> courses = new HashMap<>();
        for (MemberStatus member : status.members()) {
            member.clock()
                    .ifPresent(before -> courses.put(
                            member.index(), new ClockCourse(before, Optional.ofNullable(after.get(member.index())))));
        }
        return new ClockCourses(courses);
    }
}
