package io.jgbench.coordination.spec;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.WarmupSettings;
import io.jgbench.api.v1alpha1.WarmupSettings.Until;
import io.jgbench.coordination.spec.SettingReader.Setting;
import java.time.Duration;
import java.util.function.Supplier;

/** Reads when the warm-up ends. */
public record WarmupReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** Less than the rule needs to judge; see {@link io.jgbench.coordination.steady.SteadyRule}. */
    private static final Duration AT_LEAST = Duration.ofSeconds(5);

    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    public Supplier<Warmup> read() {
        var given = requireNonNullElse(spec.warmup(), WarmupSettings.defaults());
        if (given.messages() == null && given.until() != Until.FIXED) {
            return steady(given);
        }
        if (given.messages() == null) {
            refuse("until", WarmupSettings.FIXED_RULE, "nothing", "write messages: 100000");
        } else if (given.until() == Until.STEADY) {
            refuse("messages", WarmupSettings.MESSAGES_RULE, given.messages(), "leave messages or until out");
        }
        if (given.atLeast() != null || given.atMost() != null) {
            refuse("messages", WarmupSettings.STEADY_RULE, given.messages(), "leave messages out");
        }
        long messages = reader.number(setting("messages"), given.messages(), 0);
        return () -> new Warmup.Fixed(messages);
    }

    private Supplier<Warmup> steady(WarmupSettings given) {
        Duration atMost =
                reader.duration(setting("atMost"), requireNonNullElse(given.atMost(), WarmupSettings.DEFAULT_AT_MOST));
        Duration least = AT_LEAST.compareTo(atMost) < 0 ? AT_LEAST : atMost;
        Duration atLeast = given.atLeast() == null ? least : reader.duration(setting("atLeast"), given.atLeast());
        if (atLeast.compareTo(atMost) > 0) {
            String advice = given.atMost() == null ? "write a longer warmup.atMost too" : "a good value is 5s";
            refuse("atLeast", WarmupSettings.LIMITS_RULE, given.atLeast(), advice);
        }
        return () -> new Warmup.Steady(atLeast, atMost);
    }

    private void refuse(String component, String rule, Object found, String advice) {
        reader.add(new SpecProblem("spec.warmup." + component, "spec." + rule, String.valueOf(found), advice));
    }

    private static Setting setting(String component) {
        return Setting.of("spec.warmup", WarmupSettings.class, component);
    }
}
