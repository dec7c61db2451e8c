package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.PreflightReport.Nic;
import io.jgbench.coordination.spec.WorkloadSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadPortTest {
    private static final int LARGER_THAN_ANY_MTU = 60_000;

    /** Of 1,500 bytes IPv4 leaves 1,480 to a fragment, IPv6 1,452, of which 1,448 are a multiple of 8. */
    @ParameterizedTest
    @CsvSource({"V4, 1500, 2980", "V6, 1500, 2936", "V4, 9000, 17972", "V6, 9000, 17944"})
    void packetThatIsLargerThanTheMtuHasTwoFragments(IpVersion ip, int mtuBytes, int bytes) {
        assertThat(fullBytes(LARGER_THAN_ANY_MTU, false, ip, mtuBytes)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"V4, 1428", "V6, 1448"})
    void packetThatFitsTheMtuIsAsLargeAsTheWorkloads(IpVersion ip, int bytes) {
        assertThat(fullBytes(1400, true, ip, 1500)).isEqualTo(bytes);
    }

    @Test
    void packetThatIsLargerThanTheMtuAndMustNotBeFragmentedIsNotSent() {
        assertThat(fullBytes(LARGER_THAN_ANY_MTU, true, IpVersion.V4, 1500)).isZero();
    }

    private static int fullBytes(int packetBytes, boolean dontFragment, IpVersion ip, int mtuBytes) {
        return WorkloadPort.fullBytes(
                new WorkloadSocket(9999, packetBytes, dontFragment, 1, 1),
                Optional.of(new Nic("eth0", mtuBytes, false)),
                ip);
    }
}
