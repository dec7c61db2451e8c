package io.jgbench.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which 90 %, 99 %, 99.9 % … are equally far apart, as HdrHistogram's plots have it: what is far out is not
 * squeezed into the last pixel.
 *
 * @param nines how many nines the axis ends with, at least 1: 3 ends at 99.9 %
 */
public record PercentileScale(double nines) implements Scale {

    /** Refuses what cannot be drawn. */
    public PercentileScale {
        if (!(nines >= 1) || !Double.isFinite(nines)) {
            throw new IllegalArgumentException("an axis of percentiles needs at least one nine, got: " + nines);
        }
    }

    /** An axis that ends where a number of samples end: of 1000, one is above 99.9 %. */
    public static PercentileScale ofSamples(long samples) {
        return new PercentileScale(Math.max(1, Math.log10((double) Math.max(1, samples))));
    }

    /** The percentile of the slowest of a number of samples, at which their curve ends: 99.9 of 1000. */
    public static double ofSlowest(long samples) {
        return 100 * (1 - 1.0 / (double) Math.max(1, samples));
    }

    @Override
    public String title() {
        return "percentile";
    }

    /** Where a percentile stands; 100 at the end of the axis. */
    @Override
    public double position(double percentile) {
        double above = 1 - percentile / 100;
        return above <= 0 ? 1 : Math.min(1, -Math.log10(above) / nines);
    }

    @Override
    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0 %"), new Tick(position(50), "50 %")));
        for (int nine = 1; nine <= nines + 1e-9; nine++) {
            String label = nine == 1 ? "90 %" : nine == 2 ? "99 %" : "99." + "9".repeat(nine - 2) + " %";
            ticks.add(new Tick(nine / nines, label));
        }
        return ticks;
    }
}
