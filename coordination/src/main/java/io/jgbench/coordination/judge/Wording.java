package io.jgbench.coordination.judge;

import io.jgbench.coordination.result.Named;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Numbers and members in the sentences of findings. */
public final class Wording {
    private Wording() {}

    /** A number with its thousands apart. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A share in percent with three digits. */
    public static String percent(long part, long whole) {
        return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.3g %%", part * 100.0 / whole);
    }

    /** What is said of each member that it concerns: {@code member-0 12, member-2 7}; empty if it concerns none. */
    public static <M extends Named> Optional<String> where(
            List<M> members, Predicate<M> concerned, Function<M, String> said) {
        var where = members.stream()
                .filter(concerned)
                .map(member -> member.name() + " " + said.apply(member))
                .collect(Collectors.joining(", "));
        return where.isEmpty() ? Optional.empty() : Optional.of(where);
    }

    /** The members that it concerns: {@code member-0, member-2}; empty if it concerns none. */
    public static <M extends Named> Optional<String> names(List<M> members, Predicate<M> concerned) {
        var names = members.stream().filter(concerned).map(Named::name).collect(Collectors.joining(", "));
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    /** The members of which there is something to count, with how much. */
    public static <M extends Named> Optional<String> counted(List<M> members, ToLongFunction<M> count) {
        return where(members, member -> count.applyAsLong(member) > 0, member -> grouped(count.applyAsLong(member)));
    }

    /**
     * What happened to some of many, and at which members: {@code 12 of 4,000 messages (0.300 %) did not arrive:
     * member-0 12.}; empty if it happened to none.
     *
     * @param all of how many
     * @param unit of what
     * @param what happened to them
     * @param count how many they are at a member
     */
    public static <M extends Named> Optional<String> share(
            List<M> members, long all, String unit, String what, ToLongFunction<M> count) {
        long found = members.stream().mapToLong(count).sum();
        return counted(members, count)
                .filter(_ -> found > 0)
                .map(where -> "%s of %s %s (%s) %s: %s."
                        .formatted(grouped(found), grouped(all), unit, percent(found, all), what, where));
    }
}
