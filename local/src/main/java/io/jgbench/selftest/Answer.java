package io.jgbench.selftest;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import java.util.regex.Pattern;

/** An answer that is right where a certain fault is planted. */
public sealed interface Answer {

    /** Whom the answer has to name. */
    enum Who {
        /** The member that has the fault. */
        VICTIM,
        /** Both members of the pair that has the fault. */
        PAIR,
        /** Anybody: the fault is at no member of its own, and which of them it shows at is chance. */
        ANYBODY,
        /** Nobody: all members have the fault alike, so an answer that names some of them is wrong. */
        NOBODY;

        private boolean isNamedIn(String text, FaultTargets at) {
            return switch (this) {
                case VICTIM -> names(text, at.victimName()) && !namesAll(text, at);
                case PAIR -> names(text, at.victimName()) && names(text, at.otherName()) && !namesAll(text, at);
                case ANYBODY -> true;
                case NOBODY -> namesAll(text, at) || at.names().stream().noneMatch(name -> names(text, name));
            };
        }

        /** Who names all members names none. */
        private static boolean namesAll(String text, FaultTargets at) {
            return at.names().stream().allMatch(name -> names(text, name));
        }

        private static boolean names(String text, String member) {
            return Pattern.compile("\\b" + Pattern.quote(member) + "\\b")
                    .matcher(text)
                    .find();
        }
    }

    /** This bottleneck, at whom. */
    record Held(BottleneckType type, Who who) implements Answer {}

    /** This finding, whose evidence names whom. */
    record Found(Reason reason, Who who) implements Answer {}

    /** This failure. Its message names whom; or it names nobody, and the bottleneck that follows it is at whom. */
    record Failed(FailureReason reason, Who who) implements Answer {}

    /** Nothing warns, and the bottleneck is no fault. */
    record NothingWrong() implements Answer {}

    /** Whether it is what a result told first. */
    default boolean is(FirstCause cause, FaultTargets at) {
        return switch (this) {
            case Held(var type, var who) ->
                cause instanceof FirstCause.Held(var found) && found.type() == type && isAt(found, who, at);
            case Found(var reason, var who) ->
                cause instanceof FirstCause.Found(var found)
                        && found.reason() == reason
                        && who.isNamedIn(found.evidence(), at);
            case Failed(var reason, var who) ->
                cause instanceof FirstCause.Failed(var found, var held)
                        && found.reason() == reason
                        && (who.isNamedIn(found.message(), at)
                                || (Who.NOBODY.isNamedIn(found.message(), at)
                                        && held.filter(until -> isAt(until, who, at))
                                                .isPresent()));
            case NothingWrong() -> cause instanceof FirstCause.Held(var found) && !found.fault();
        };
    }

    /**
     * Whether a bottleneck is there. Several members are named by the first of them ({@code member-0 and 3 more}),
     * which is not the one. A loss between two has the one that receives as its member, and both in its sentence.
     */
    private static boolean isAt(Bottleneck found, Who who, FaultTargets at) {
        return switch (who) {
            case ANYBODY -> true;
            case NOBODY -> found.member().isEmpty();
            case VICTIM -> found.member().filter(at.victimName()::equals).isPresent();
            case PAIR -> who.isNamedIn(found.member().orElse(""), at) || who.isNamedIn(found.message(), at);
        };
    }
}
