package io.jgbench.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For tests that interrupt what they start: where who started the tests had SIGINT ignored, as a shell does in the
 * background, all processes that they start ignore it too.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EnabledIfInterruptible.Condition.class)
public @interface EnabledIfInterruptible {

    /** Looks at the signals that this process ignores. */
    final class Condition implements ExecutionCondition {
        private static final Path STATUS = Path.of("/proc/self/status");
        private static final String IGNORED_SIGNALS = "SigIgn:";
        private static final long SIGINT_BIT = 1L << 1;

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            try {
                return Files.exists(STATUS) && isIgnored()
                        ? ConditionEvaluationResult.disabled("who started the tests had SIGINT ignored")
                        : ConditionEvaluationResult.enabled("SIGINT is not ignored");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static boolean isIgnored() throws IOException {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED_SIGNALS))
                    .map(line -> line.substring(IGNORED_SIGNALS.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & SIGINT_BIT) != 0);
        }
    }
}
