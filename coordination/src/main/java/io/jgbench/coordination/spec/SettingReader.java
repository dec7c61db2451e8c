package io.jgbench.coordination.spec;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.QuantityRange;
import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.ByteQuantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads single settings of a spec: fills in the default and checks the range, both as the API's annotations have them,
 * and collects what is wrong.
 */
public final class SettingReader {
    private static final long LEAST_BIT_RATE = 1_000_000;
    private static final long MOST_BIT_RATE = 800_000_000_000L;

    private final List<SpecProblem> problems = new ArrayList<>();

    /** Everything that was wrong so far. */
    public List<SpecProblem> problems() {
        return List.copyOf(problems);
    }

    /** Records a problem. */
    public void add(SpecProblem problem) {
        problems.add(problem);
    }

    /** A whole number; where it is not given, its default, or else the fallback. */
    public long number(Setting setting, Number given, long fallback) {
        ApiField field = setting.field();
        if (given == null) {
            if (field.required()) {
                refuse(setting, "is required", "nothing");
            }
            return field.defaultText().map(Long::parseLong).orElse(fallback);
        }
        long found = given.longValue();
        if (found < field.least() || found > field.most()) {
            refuse(setting, "must be between " + field.least() + " and " + field.most(), found);
        }
        return found;
    }

    /** A duration; where it is not given, its default. */
    public Duration duration(Setting setting, String given) {
        String text = given != null ? given : setting.field().defaultText().orElseThrow();
        DurationRange range = setting.field().annotation(DurationRange.class).orElseThrow();
        try {
            Duration found = DurationText.parse(text);
            if (found.compareTo(DurationText.parse(range.min())) < 0
                    || found.compareTo(DurationText.parse(range.max())) > 0) {
                refuse(setting, "must be between " + range.min() + " and " + range.max(), text);
            }
            return found;
        } catch (IllegalArgumentException e) {
            refuse(setting, e.getMessage(), text);
            return Duration.ZERO;
        }
    }

    /**
     * How an open loop is spread over time, for which there must be a rate; evenly where it is not given.
     *
     * @param rateName what the rate is called
     * @param rate the rate; null where none is given
     */
    public Arrivals arrivals(Setting setting, Arrivals given, String rateName, Object rate) {
        if (given != null && rate == null) {
            problems.add(new SpecProblem(
                    setting.path(),
                    setting.path() + " needs " + rateName,
                    given.label(),
                    "give " + rateName + ", or leave arrivals out"));
        }
        return given == null ? Arrivals.EVEN : given;
    }

    /** What a link carries, in bits per second. */
    public long bitRate(Setting setting, String given) {
        try {
            long found = BitRate.parse(setting.path(), given);
            if (found < LEAST_BIT_RATE || found > MOST_BIT_RATE) {
                refuse(setting, "must be between 1Mbit and 800Gbit", given);
            }
            return found;
        } catch (IllegalArgumentException e) {
            problems.add(new SpecProblem(setting.path(), e.getMessage()));
            return 0;
        }
    }

    /** A required number of bytes. */
    public long bytes(Setting setting, ByteQuantity given) {
        if (given == null) {
            refuse(setting, "is required", "nothing");
            return 0;
        }
        QuantityRange range = setting.field().annotation(QuantityRange.class).orElseThrow();
        try {
            long found = given.bytes();
            if (found < range.minBytes() || found > range.maxBytes()) {
                refuse(setting, "must be between " + range.minBytes() + " and " + range.maxBytes() + " bytes", given);
            }
            return found;
        } catch (IllegalArgumentException e) {
            refuse(setting, e.getMessage(), given);
            return 0;
        }
    }

    private void refuse(Setting setting, String rule, Object found) {
        problems.add(
                SpecProblem.ofValue(setting.path(), rule, found, setting.field().example()));
    }

    /**
     * One setting.
     *
     * @param path where it stands in the run file
     * @param field what the API says of it
     */
    public record Setting(String path, ApiField field) {

        /** The setting that a component of an API type holds, where the object of that type stands at a path. */
        public static Setting of(String path, Class<?> type, String component) {
            ApiField field = ApiField.of(type, component);
            return new Setting(path + "." + field.name(), field);
        }
    }
}
