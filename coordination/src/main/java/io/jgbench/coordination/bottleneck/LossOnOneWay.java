package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Losses that are counted for each pair of members, where nearly all are on one way. */
final class LossOnOneWay {
    private final RunLoad run;
    private final Overruns overruns;

    LossOnOneWay(RunLoad run) {
        this.run = run;
        this.overruns = new Overruns(run);
    }

    /** Wherever that way is. */
    Optional<Bottleneck> anywhere() {
        return where(_ -> true);
    }

    /** Out of one member, or from one to another, where the sender's own stack or host dropped what was lost. */
    Optional<Bottleneck> inTheSendersOwnQueue() {
        return where(place -> SendDrops.thatExplain(place, run).isPresent());
    }

    /**
     * A receiver that gets late what was lost sends late as well, so that its own sockets fill as those before a slow
     * link do. A queue that overflows before it is another cause.
     */
    Optional<Bottleneck> intoOneMember() {
        return where(place -> place.to()
                .flatMap(run::member)
                .filter(member -> member.losses().switchPortDrops() == 0)
                .isPresent());
    }

    private Optional<Bottleneck> where(Predicate<LossPlace> which) {
        return run.pairs()
                .losses()
                .filter(which)
                .filter(place -> isMuch(place) && !isAtSocketsThatNobodyRead(place))
                .map(place ->
                        Bottleneck.fault(BottleneckType.LOSS, place.member().orElseThrow(), told(place)));
    }

    private static boolean isMuch(LossPlace place) {
        return switch (place.way()) {
            case INTO, OUT_OF -> place.isEnoughToTell() && place.share() >= LossBounds.LOST;
            case BETWEEN -> place.isEnoughToTell() && place.share() >= LossBounds.LOST_BETWEEN_TWO;
            case SEVERAL -> false;
        };
    }

    /** Then it arrived, and the receiver, or its host, had no time for it. */
    private boolean isAtSocketsThatNobodyRead(LossPlace place) {
        return run.members().stream()
                .filter(member -> place.concerns(member.name()))
                .anyMatch(member -> overruns.isOverrun(member) || Overruns.neverGotWhatItsSocketsDropped(member));
    }

    private String told(LossPlace place) {
        boolean isRepaired =
                run.members().stream().allMatch(member -> member.losses().neverArrived() == 0);
        return String.format(
                Locale.ROOT,
                "%s were lost %s%s; on all other ways %s. %s. The loss is on that way. %s.",
                place.amount(),
                place.where(),
                place.otherEnds().map(ends -> ", " + ends).orElse(""),
                percent(place.elsewhere()),
                isRepaired ? "Senders waited until they had been sent again" : "Nothing sends them again",
                remedy(place));
    }

    private String remedy(LossPlace place) {
        return SendDrops.thatExplain(place, run)
                .map(SendDrops::remedy)
                .or(() -> place.to().flatMap(run::member).map(DropPlace::remedy))
                .orElseGet(() -> "Look at the link of " + place.from().orElseThrow()
                        + " and what stands behind it: cable, switch and firewall");
    }
}
