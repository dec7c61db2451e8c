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

    /** Pause frames in one or both directions; whether they are negotiated stays as it is. */
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

        @Override
        public String text() {
            return Stream.of(rx.map(on -> "rx " + PauseFrames.word(on)), tx.map(on -> "tx " + PauseFrames.word(on)))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }
    }
}
