package io.jgbench.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedTextTest {

    @Test
    void textThatFitsIsGivenAsItIs() {
        assertThat(BoundedText.of("12345", 5)).isEqualTo("12345");
    }

    @Test
    void longerTextEndsWithThreePointsWithinTheBound() {
        assertThat(BoundedText.of("123456", 5)).isEqualTo("12...");
    }
}
