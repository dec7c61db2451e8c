package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlPortLineTest {

    @Test
    void whatIsWrittenIsReadAgain() {
        assertThat(ControlPortLine.text(27800)).isEqualTo("{\"controlPort\": 27800}");
        assertThat(ControlPortLine.read(ControlPortLine.text(27800))).hasValue(27800);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[warning] as the JVM itself prints them", "{\"controlPort\": }", "{\"port\": 1}"})
    void otherLinesTellNoPort(String line) {
        assertThat(ControlPortLine.read(line)).isEmpty();
    }
}
