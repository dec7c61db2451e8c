package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcCountersTest {
    @TempDir
    private Path process;

    @Test
    void fragmentsThatWereGivenUpAreThoseOfBothProtocolsWithoutThoseThatStillWait() throws IOException {
        Path net = Files.createDirectories(process.resolve("net"));
        Files.writeString(net.resolve("snmp"), "Ip: Forwarding ReasmFails\nIp: 1 7\n");
        Files.writeString(net.resolve("snmp6"), "Ip6ReasmFails\t4\nIp6ReasmOKs\t9\n");
        Files.writeString(net.resolve("sockstat"), "FRAG: inuse 5 memory 7000\n");

        assertThat(new ProcCounters(process, Optional.empty()).reassemblyFailures())
                .isEqualTo(11);
    }

    @Test
    void countThatADriverTookBelowZeroCostsNoRunItsFigures() throws IOException {
        Path net = Files.createDirectories(process.resolve("net"));
        Files.writeString(net.resolve("snmp"), "Ip: Forwarding ReasmFails\nIp: 1 7\n");
        Files.writeString(net.resolve("snmp6"), "Ip6ReasmFails\t18446744073709551615\n");

        assertThat(new ProcCounters(process, Optional.empty()).reassemblyFailures())
                .isEqualTo(6);
    }

    @Test
    void systemThatDoesNotTellHasGivenNothingUp() {
        assertThat(new ProcCounters(process, Optional.empty()).reassemblyFailures())
                .isZero();
    }
}
