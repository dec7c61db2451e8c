package io.jgbench.coordination.status;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.Spread;
import java.util.Locale;
import java.util.OptionalDouble;

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

    /** Null where there is one repetition, none is valid, or their median rate is 0. */
    Integer repetitionSpreadPermille() {
        if (result.runs().size() == 1) {
            return null;
        }
        OptionalDouble apart =
                result.unitsPerSecond().map(Spread::permilleOfMedian).orElse(OptionalDouble.empty());
        return apart.isPresent() ? Integer.valueOf((int) Math.round(apart.getAsDouble())) : null;
    }

    int repetitions() {
        return result.runs().size();
    }
}
