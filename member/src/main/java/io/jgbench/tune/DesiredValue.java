package io.jgbench.tune;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a setting must be. */
sealed interface DesiredValue {

    /** Whether what was read is enough. */
    boolean satisfiedBy(String found);

    /** What to write where it is not. */
    String target(String found);

    /** The wish in words. */
    String text();

    /**
     * What else to write where the first value was written and did not become what was asked.
     *
     * @param found what was read back
     */
    default Optional<String> secondTarget(String found) {
        return Optional.empty();
    }

    /**
     * Why what was read back after all that was written may not be as asked, for a sentence.
     *
     * @param found what was read back
     */
    default String likelyReason(String found) {
        return "its driver or the kernel chose otherwise";
    }

    /** A limit: more is as good. */
    record AtLeast(long least) implements DesiredValue {
        private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

        @Override
        public boolean satisfiedBy(String found) {
            return NUMBER.matcher(found).matches() && Long.parseLong(found) >= least;
        }

        @Override
        public String target(String found) {
            return Long.toString(least);
        }

        @Override
        public String text() {
            return "at least " + least;
        }
    }

    /**
     * What the kernel may make of the MTU of an interface above one whose MTU is lowered. The original is noted, and
     * nobody but the kernel lowers it.
     */
    record Lowered(int most) implements DesiredValue {
        @Override
        public boolean satisfiedBy(String found) {
            return Integer.parseInt(found) <= most;
        }

        @Override
        public String target(String found) {
            return Integer.toString(most);
        }

        @Override
        public String text() {
            return "at most " + most;
        }
    }

    /** This and nothing else. */
    record Exactly(String value) implements DesiredValue {
        /** Words are separated by single blanks, as they are when read. */
        public Exactly {
            value = value.strip().replaceAll("\\s+", " ");
        }

        @Override
        public boolean satisfiedBy(String found) {
            return found.equals(value);
        }

        @Override
        public String target(String found) {
            return value;
        }

        @Override
        public String text() {
            return value;
        }
    }

    /**
     * Pause frames in one or both directions. Whether they are negotiated stays as it is, unless that is why they are
     * not turned off: the drivers of some cards (igb, igc, e1000e) ignore what is asked while they are.
     */
    record Pause(Optional<Boolean> rx, Optional<Boolean> tx) implements DesiredValue {
        @Override
        public boolean satisfiedBy(String found) {
            return target(found).equals(found);
        }

        @Override
        public String target(String found) {
            var now = PauseFrames.parse(found);
            return new PauseFrames(rx.orElse(now.rx()), tx.orElse(now.tx()), now.autonegotiated()).toString();
        }

        /** What the other end does not offer is not forced on it: it would not heed it. */
        @Override
        public Optional<String> secondTarget(String found) {
            var now = PauseFrames.parse(found);
            boolean isMissing = (rx.orElse(false) && !now.rx()) || (tx.orElse(false) && !now.tx());
            return satisfiedBy(found) || isMissing || !now.autonegotiated()
                    ? Optional.empty()
                    : Optional.of(new PauseFrames(rx.orElse(now.rx()), tx.orElse(now.tx()), false).toString());
        }

        @Override
        public String likelyReason(String found) {
            return PauseFrames.parse(found).autonegotiated()
                    ? "it is negotiated with the other end of the link, which offers something else; set flow control"
                            + " of the switch's port, or turn its autonegotiation off on both ends"
                    : DesiredValue.super.likelyReason(found);
        }

        @Override
        public String text() {
            return Stream.of(rx.map(on -> "rx " + PauseFrames.word(on)), tx.map(on -> "tx " + PauseFrames.word(on)))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }
    }
}
