package io.jgbench.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An even axis from 0 on.
 *
 * @param title with the unit
 * @param end the largest value that it shows, more than 0
 * @param step between two marks
 * @param factor what values are divided by where they are written
 */
public record LinearScale(String title, double end, double step, double factor) implements Scale {
    private static final int MOST_STEPS = 5;

    /** Refuses what cannot be drawn. */
    public LinearScale {
        if (!(end > 0) || !(step > 0) || !Double.isFinite(end)) {
            throw new IllegalArgumentException("an axis must end above 0, got: " + end + " in steps of " + step);
        }
    }

    /** An axis that ends with the first mark that is not below the largest value. */
    public static LinearScale upTo(double largest, Magnitude magnitude) {
        double shown = largest > 0 ? largest : magnitude.factor();
        double step = NiceStep.of(shown, MOST_STEPS);
        return new LinearScale(magnitude.unit(), Math.ceil(shown / step - 1e-9) * step, step, magnitude.factor());
    }

    /** An axis that ends with the largest value, wherever that is. */
    public static LinearScale exactly(double largest, Magnitude magnitude, int mostSteps) {
        double shown = largest > 0 ? largest : magnitude.factor();
        return new LinearScale(magnitude.unit(), shown, NiceStep.of(shown, mostSteps), magnitude.factor());
    }

    @Override
    public double position(double value) {
        return value / end;
    }

    @Override
    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
            ticks.add(new Tick(position(i * step), label(i * step / factor)));
        }
        return ticks;
    }

    private String label(double number) {
        double written = step / factor;
        int digits = (int) Math.max(0, -Math.floor(Math.log10(written) + 1e-9));
        return String.format(Locale.ROOT, "%,." + digits + "f", number);
    }
}
