package io.jgbench.coordination.result;

import java.util.Locale;

/** What a status says of every workload's figures. */
record CommonFigures(RepetitionsResult result, RunFigures figures) {

    /** The rate for the eye: "126,480 messages/s". */
    String rate() {
        var unit = result.representative().spec().workload().unitOfWork();
        return String.format(Locale.ROOT, "%,d %s/s", Math.round(figures.unitsPerSecond()), unit);
    }

    /** The throughput for the eye; MB = 10^6 bytes. */
    String throughput() {
        return String.format(Locale.ROOT, "%.1f MB/s", figures.bytesPerSecond() / 1e6);
    }

    int memberSpreadPermille() {
        return (int) figures.memberUnitsPerSecond().relativePermille();
    }

    /** Null where there is one repetition, or none is valid. */
    Integer repetitionSpreadPermille() {
        if (result.runs().size() == 1) {
            return null;
        }
        return result.unitsPerSecond()
                .map(spread -> (int) Math.round((spread.max() - spread.min()) * 1000 / spread.median()))
                .orElse(null);
    }

    int repetitions() {
        return result.runs().size();
    }
}
