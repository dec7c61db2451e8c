package io.jgbench.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times for the eye, in UTC, as what was measured in several places stands in one list. */
public final class UtcTime {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private UtcTime() {}

    /** To the minute, such as "2026-11-01 10:00". */
    public static String minute(Instant time) {
        return MINUTE.format(time);
    }
}
