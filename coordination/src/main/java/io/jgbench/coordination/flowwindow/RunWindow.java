package io.jgbench.coordination.flowwindow;

import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who says which window the stack of a run has: the user by an option of the JVMs, else the user by
 * {@code spec.stack.window}, else the {@link WindowRule}.
 */
public final class RunWindow {
    private static final String OPTION = option(Stack.WINDOW_PROPERTY);

    /** Where a stack's XML has it, as the bundled ones over TCP, a user can set the window of its multicasts by it. */
    private static final String TCP_PROPERTY = "jgbench.tcp.credits";

    /** The least with which a fragment of the bundled stacks over TCP, 60,000 bytes, is below 80 % of the window. */
    private static final long LEAST_TCP_BYTES = 76_000;

    /** As JGroups reads a size: whatever follows the letter, it stands for a power of 1000. */
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?) *([kmg]?)[a-z]*");

    private static final Map<String, Long> UNITS = Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);

    private RunWindow() {}

    /**
     * An option that sets a window which is too small for the stack's fragments.
     *
     * @param property what it sets
     * @param leastBytes the smallest window that the fragments allow
     * @param given the option as the user has it
     * @param good one that can be taken
     */
    public record TooSmallOption(String property, long leastBytes, String given, String good) {
        /** Refuses nulls. */
        public TooSmallOption {
            Objects.requireNonNull(property, "property");
            Objects.requireNonNull(given, "given");
            Objects.requireNonNull(good, "good");
        }
    }

    /** Whether the rule has to choose, as the run's stack leaves the window open and the user has not named one. */
    public static boolean isOpen(RunSpec spec) {
        return spec.transport()
                        .stack()
                        .filter(Stack::leavesWindowOpen)
                        .filter(stack -> stack.window().isEmpty())
                        .isPresent()
                && last(OPTION, spec.jvmOptions()).isEmpty();
    }

    /** The run with the window that it has by these facts; as it is where its stack does not leave the window open. */
    public static RunSpec settled(RunSpec spec, WindowFacts facts) {
        return spec.transport()
                .stack()
                .flatMap(stack -> of(stack, spec.jvmOptions(), facts))
                .map(spec::withWindow)
                .orElse(spec);
    }

    /**
     * The user's option for a window that is too small for the stack's fragments: with a smaller one a sender can wait
     * for credits that nobody sends. Empty where there is none.
     *
     * @param jvmOptions of those who use the stack
     */
    public static Optional<TooSmallOption> tooSmallOption(Stack stack, List<String> jvmOptions) {
        if (stack.leavesWindowOpen()) {
            return tooSmallOption(Stack.WINDOW_PROPERTY, FlowWindow.LEAST_BYTES, "125K", jvmOptions);
        }
        return stack.xml().contains("${" + TCP_PROPERTY)
                ? tooSmallOption(TCP_PROPERTY, LEAST_TCP_BYTES, "2M", jvmOptions)
                : Optional.empty();
    }

    private static Optional<TooSmallOption> tooSmallOption(
            String property, long leastBytes, String good, List<String> jvmOptions) {
        String option = option(property);
        return last(option, jvmOptions)
                .filter(text -> bytes(text).filter(bytes -> bytes < leastBytes).isPresent())
                .map(text -> new TooSmallOption(property, leastBytes, option + text, option + good));
    }

    /**
     * The window of a stack; empty where it does not leave the window open.
     *
     * @param jvmOptions of those who use it
     */
    public static Optional<FlowWindow> of(Stack stack, List<String> jvmOptions, WindowFacts facts) {
        if (!stack.leavesWindowOpen()) {
            return Optional.empty();
        }
        Optional<String> option = last(OPTION, jvmOptions);
        if (option.isPresent()) {
            // JGroups says what is wrong with a value that is no size
            return bytes(option.get())
                    .map(bytes -> FlowWindow.fixed(bytes, "as " + OPTION + option.get() + " in jvm.options has it")
                            .withRoom(WindowRule.room(facts)));
        }
        return Optional.of(stack.window()
                .map(fixed -> fixed.withRoom(WindowRule.room(facts)))
                .orElseGet(() -> WindowRule.choose(facts)));
    }

    private static String option(String property) {
        return "-D" + property + "=";
    }

    /** What follows the option. The last one counts, as with the JVM itself. */
    private static Optional<String> last(String option, List<String> jvmOptions) {
        return jvmOptions.stream()
                .filter(each -> each.startsWith(option))
                .map(each -> each.substring(option.length()))
                .reduce((_, last) -> last);
    }

    private static Optional<Long> bytes(String text) {
        Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        return matcher.matches()
                ? Optional.of(new BigDecimal(matcher.group(1))
                                .multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2))))
                                .longValue())
                        .filter(bytes -> bytes > 0)
                : Optional.empty();
    }
}
