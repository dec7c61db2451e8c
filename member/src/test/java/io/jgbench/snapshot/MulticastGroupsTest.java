package io.jgbench.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MulticastGroupsTest {
    @TempDir
    private Path process;

    @Test
    void interfacesOfAGroupAreThoseAboveItsLines() throws IOException {
        boolean isLittle = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        Files.createDirectories(process.resolve("net"));
        Files.writeString(process.resolve("net/igmp"), """
                Idx\tDevice    : Count Querier\tGroup    Users Timer\tReporter
                1\tlo        :     2      V3
                \t\t\t\tGROUP     2 0:00000000\t\t0
                \t\t\t\tOTHER     1 0:00000000\t\t0
                4\teth0      :     1      V3
                \t\t\t\tOTHER     1 0:00000000\t\t0
                11\tens1f0.12 :     2      V3
                \t\t\t\tGROUP     1 0:00000000\t\t1
                """.replace("GROUP", isLittle ? "1C4DFFEF" : "EFFF4D1C")
                .replace("OTHER", isLittle ? "010000E0" : "E0000001"));

        assertThat(interfaces("239.255.77.28")).containsExactly("ens1f0.12", "lo");
        assertThat(interfaces("224.0.0.1")).containsExactly("eth0", "lo");
        assertThat(interfaces("239.255.77.29")).isEmpty();
    }

    @Test
    void groupsOfTheNewerProtocolHaveALineForEachInterface() throws IOException {
        Files.createDirectories(process.resolve("net"));
        Files.writeString(process.resolve("net/igmp6"), """
                1    lo              ff020000000000000000000000000001     1 0000000C 0
                2    eth0            ff0e0000000000000000000000089abc     1 00000004 0
                """);

        assertThat(interfaces("ff0e::8:9abc")).containsExactly("eth0");
        assertThat(interfaces("ff0e::8:9abd")).isEmpty();
    }

    @Test
    void whereTheKernelDoesNotTellNoInterfaceIsInAGroup() throws IOException {
        assertThat(interfaces("239.255.77.28")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void socketThatJoinsAGroupBringsItsInterfaceIntoIt() throws IOException {
        var group = InetAddress.getByName("239.255.201.77");
        var groups = new MulticastGroups(Path.of("/proc/self"));
        var loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());

        try (var socket = new MulticastSocket()) {
            socket.joinGroup(new InetSocketAddress(group, 0), loopback);

            assertThat(groups.interfacesIn(group)).containsExactly(loopback.getName());
        }
        assertThat(groups.interfacesIn(group)).isEmpty();
    }

    private List<String> interfaces(String group) throws IOException {
        return new MulticastGroups(process).interfacesIn(InetAddress.getByName(group));
    }
}
