package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.Stacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackNetworkUseTest {
    /** What an MTU of 1,500 bytes leaves beside the headers of IPv4 and UDP. */
    private static final int WITHIN_THE_MTU = 1472;

    @ParameterizedTest
    @ValueSource(
            strings = {"bundler.max_size=\"1400\"", "max_bundle_size=\"1400\"", "bundler.max_size=\"${none:1400}\""})
    void stackWhoseBundlerKeepsDatagramsBelowTheMtuIsNotProbedWithFragments(String attribute) {
        var use = StackNetworkUse.of(new Stack("mine", "<config><UDP " + attribute + "/><PING/></config>"));

        assertThat(use.largestDatagramBytes().orElseThrow()).isEqualTo(1400).isLessThanOrEqualTo(WITHIN_THE_MTU);
    }

    @ParameterizedTest
    @CsvSource({
        "true, true",
        "TRUE, true",
        "${none:true}, true",
        "${none}, true",
        "false, false",
        "False, false",
        "no, false"
    })
    void multicastIsOnWhereJGroupsTakesItForOn(String value, boolean on) {
        var use = StackNetworkUse.of(new Stack("mine", "<config><UDP ip_mcast=\"" + value + "\"/><PING/></config>"));

        assertThat(use.multicastHops().isPresent()).isEqualTo(on);
    }

    @Test
    void stackThatDoesNotSayHowLargeItsDatagramsGetIsTakenToFillThem() {
        assertThat(StackNetworkUse.of(new Stack("mine", "<config><UDP/><PING/></config>"))
                        .largestDatagramBytes())
                .hasValue(64_000);
        assertThat(StackNetworkUse.of(new Stacks().named("udp")).largestDatagramBytes())
                .hasValue(64_000);
        assertThat(StackNetworkUse.of(new Stacks().named("tcp")).largestDatagramBytes())
                .isEmpty();
    }
}
