package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfirmTargetTest {
    @ParameterizedTest
    @CsvSource({
        "10.96.0.1:443, 10.96.0.1:443",
        "[10.96.0.1]:443, 10.96.0.1:443",
        "[fd00::1]:6443, [fd00::1]:6443",
        "api.lab-1.example:443, api.lab-1.example:443",
    })
    void anyAddressMayStandInBracketsAndOneOfIpv6Must(String given, String inUrl) {
        assertThat(ConfirmTarget.parse(given)).hasToString(inUrl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.96.0.1",
                "fd00::1:443",
                "[]:443",
                ":443",
                "a b:443",
                "[$(HOST)]:$(PORT)",
                "h:x",
                "my_server:443",
                "10.0.0.300:443",
                "[::zz]:443",
                "[fd00:1]:443",
                "-h:443",
                "a..b:443"
            })
    void whatIsNoHostWithPortIsRefused(String given) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfirmTarget.parse(given))
                .withMessage("must be HOST:PORT, such as 10.96.0.1:443 or [fd00::1]:443, got: " + given);
    }

    @Test
    void portThatDoesNotExistIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfirmTarget.parse("h:65536"))
                .withMessage("a port must be 1 to 65535, got: 65536");
        assertThatIllegalArgumentException().isThrownBy(() -> ConfirmTarget.parse("h:0"));
    }
}
