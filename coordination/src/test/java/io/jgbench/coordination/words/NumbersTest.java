package io.jgbench.coordination.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1.0000, p = 1.0000",
        "0.001, 0.0010, p = 0.0010",
        "0.00005, 0.0001, p = 0.0001",
        "0.00004, < 0.0001, p < 0.0001",
        "1e-9, < 0.0001, p < 0.0001"
    })
    void probabilityThatIsNotZeroIsNeverShownAsZero(double probability, String inATable, String inASentence) {
        assertThat(Numbers.probability(probability)).isEqualTo(inATable);
        assertThat(Numbers.pValue(probability)).isEqualTo(inASentence);
    }

    @ParameterizedTest
    @CsvSource({
        "15.04, 15, 15.040, 15.000",
        "49999.6, 50000, '49,999.600', '50,000.000'",
        "999.96, 1000, 999.960, '1,000.000'",
        "999.9, 1000, 999.9, '1,000'",
        "0.0006, 0.00055, 6.0E-4, 5.5E-4",
        "15, 15, 15.0, 15.0",
        "120000, 50000, '120,000', '50,000'"
    })
    void figureThatIsNotTheOneBesideItIsNotShownAsIfItWere(
            double figure, double other, String shown, String otherShown) {
        assertThat(Numbers.figureBeside(figure, other)).isEqualTo(shown);
        assertThat(Numbers.figureBeside(other, figure)).isEqualTo(otherShown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "44, 0.000",
        "10400, 0.0104",
        "10000, 0.010",
        "55000, 0.055",
        "99999, 0.100",
        "100400, 0.100",
        "1500400, 1.500",
        "-10400, -0.0104",
        "1234500000, '1,234.500'"
    })
    void timeBelowATenthOfAMillisecondHasADigitMore(long nanos, String shown) {
        assertThat(Numbers.milliseconds(nanos)).isEqualTo(shown);
        assertThat(Numbers.millis(nanos)).isEqualTo(shown + " ms");
    }

    @ParameterizedTest
    @CsvSource({"0.45, 0.45", "0.004, 0.00", "1, 1.0", "64.04, 64.0", "1234.5, '1,234.5'"})
    void shareBelowOnePercentHasTwoDigitsAfterThePoint(double percent, String shown) {
        assertThat(Numbers.share(percent)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1e-8, < 0.00001",
        "1e-6, 0.00010",
        "4e-6, 0.00040",
        "90e-6, 0.00900",
        "140e-6, 0.014",
        "0.025, 2.500"
    })
    void lossThatIsNotZeroIsNeverShownAsZero(double share, String percent) {
        assertThat(Numbers.lossPercent(share)).isEqualTo(percent);
    }
}
