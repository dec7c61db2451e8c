package io.jgbench.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteQuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1000, 1000",
        "1k, 1000",
        "1Ki, 1024",
        "20k, 20000",
        "16Mi, 16777216",
        "3M, 3000000",
        "2G, 2000000000",
        "1Gi, 1073741824",
        "999999999999999999Gi, 9223372036854775807",
    })
    void suffixesAreThoseOfKubernetes(String text, long bytes) {
        assertThat(new ByteQuantity(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1K", "-1", "1.5k", "k", "1 k", "1kb", "0x10", "9999999999999999999"})
    void anythingElseIsRefusedWithTheSuffixesThereAre(String text) {
        assertThatThrownBy(() -> new ByteQuantity(text).bytes())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a whole number of bytes, alone or with one of k, M, G, Ki, Mi, Gi");
    }

    @Test
    void jsonHoldsItAsNumberOrString() throws Exception {
        var json = new ObjectMapper();

        assertThat(json.readValue("\"1k\"", ByteQuantity.class)).isEqualTo(new ByteQuantity("1k"));
        assertThat(json.readValue("1000", ByteQuantity.class).bytes()).isEqualTo(1000);
        assertThat(json.writeValueAsString(new ByteQuantity("1k"))).isEqualTo("\"1k\"");
    }
}
