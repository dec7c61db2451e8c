package io.jgbench.coordination.run;

import java.util.List;

/** Stops the members that are still there. The outcome stands already. */
final class StoppingStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        var stops = situation.forEach(member -> isThere(situation, member), member -> new Action.Stop(member.index()));
        return stops.isEmpty() || situation.deadlinePassed()
                ? new Move.Stay(situation.status().finished(), List.of())
                : new Move.Stay(situation.status(), stops);
    }

    private static boolean isThere(Situation situation, MemberStatus member) {
        return switch (situation.sighting(member)) {
            case Sighting.NotLaunched _ -> false;
            case Sighting.Exited _ -> false;
            case Sighting.Silent _ -> true;
            case Sighting.Answered _ -> true;
        };
    }
}
