package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.report.chart.Scale.Tick;
import org.junit.jupiter.api.Test;

class ScalesTest {

    @Test
    void evenAxisHasRoundMarksInTheUnitOfItsTitle() {
        var scale = LinearScale.upTo(407_000, Magnitude.ofCounts(407_000, "messages/s"));

        assertThat(scale.title()).isEqualTo("thousand messages/s");
        assertThat(scale.ticks()).extracting(Tick::label).containsExactly("0", "100", "200", "300", "400", "500");
        assertThat(scale.position(250_000)).isEqualTo(0.5);
    }

    @Test
    void evenAxisOfSmallNumbersHasAsManyDigitsAsItsStep() {
        var scale = LinearScale.upTo(0.42, new Magnitude(1, "seconds"));

        assertThat(scale.ticks()).extracting(Tick::label).containsExactly("0.0", "0.1", "0.2", "0.3", "0.4", "0.5");
    }

    @Test
    void evenAxisOfNothingStillHasMarks() {
        assertThat(LinearScale.upTo(0, Magnitude.ofNanos(0)).ticks()).hasSizeGreaterThan(1);
    }

    @Test
    void logarithmicAxisBeginsAndEndsAtRoundNumbers() {
        var scale = LogScale.of(478_000, 30_868_000, Magnitude.ofNanos(30_868_000));

        assertThat(scale.title()).isEqualTo("milliseconds, logarithmic");
        assertThat(scale.ticks())
                .extracting(Tick::label)
                .containsExactly("0.2", "0.5", "1", "2", "5", "10", "20", "50");
        assertThat(scale.position(scale.begin())).isZero();
        assertThat(scale.position(scale.end())).isEqualTo(1, within(1e-9));
    }

    @Test
    void logarithmicAxisOfOneValueHasARange() {
        var scale = LogScale.of(1000, 1000, Magnitude.ofNanos(1000));

        assertThat(scale.end()).isGreaterThan(scale.begin());
    }

    @Test
    void timeInATableKeepsItsDigits() {
        assertThat(Magnitude.ofTime(10_400).text(10_400)).isEqualTo("10.40");
        assertThat(Magnitude.ofTime(10_400).unit()).isEqualTo("microseconds");
        assertThat(Magnitude.ofTime(1_040_000).text(1_040_000)).isEqualTo("1.04");
        assertThat(Magnitude.ofTime(1_040_000).unit()).isEqualTo("milliseconds");
        assertThat(Magnitude.ofTime(1.5e9)).isEqualTo(new Magnitude(1e9, "seconds"));
    }

    @Test
    void nineIsAsFarFromTheNextNineEverywhere() {
        var scale = PercentileScale.ofSamples(100_000);

        double step = scale.position(99) - scale.position(90);
        assertThat(scale.position(99.9) - scale.position(99)).isEqualTo(step, within(1e-9));
        assertThat(scale.position(100)).isEqualTo(1);
        assertThat(scale.ticks())
                .extracting(Tick::label)
                .containsExactly("0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %");
    }

    @Test
    void slowestOfFewSamplesStandsAtTheirOwnNines() {
        var scale = PercentileScale.ofSamples(1_000_000);

        assertThat(scale.position(PercentileScale.ofSlowest(1_000_000))).isEqualTo(1, within(1e-6));
        assertThat(scale.position(PercentileScale.ofSlowest(1_000))).isEqualTo(0.5, within(1e-6));
        assertThat(scale.position(PercentileScale.ofSlowest(1))).isEqualTo(0, within(1e-6));
    }
}
