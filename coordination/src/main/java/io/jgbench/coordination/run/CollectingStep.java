package io.jgbench.coordination.run;

/** Fetches a report of each member. */
final class CollectingStep implements PhaseStep {
    private final PhaseStep salvage = new SalvageStep();

    @Override
    public Move take(Situation situation) {
        var status = situation.status();
        if (status.failure().isPresent()) {
            return salvage.take(situation);
        }
        if (situation.all(member -> member.report() == ReportStatus.COMPLETE)) {
            return Ending.stop(status, RunPhase.SUCCEEDED, situation.nowEpochNanos());
        }
        if (situation.deadlinePassed()) {
            return Ending.stop(status.withFailure(late(situation)), RunPhase.FAILED, situation.nowEpochNanos());
        }
        return new Move.Stay(
                status, situation.forEach(CollectingStep::isMissing, member -> new Action.FetchReport(member.index())));
    }

    private static boolean isMissing(MemberStatus member) {
        return member.report() == ReportStatus.MISSING;
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(CollectingStep::isMissing);
        return new Failure(
                FailureReason.TIMEOUT,
                "no report of " + Wording.names(missing) + " could be fetched within "
                        + Wording.of(Deadlines.COLLECTING) + ": " + Wording.accounts(situation, missing));
    }
}
