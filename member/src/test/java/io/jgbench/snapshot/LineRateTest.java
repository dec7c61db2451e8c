package io.jgbench.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineRateTest {
    @TempDir
    Path classNet;

    @Test
    void rateOfACardIsWhatItSaysInBitsPerSecond() throws IOException {
        card("ens1f0", "10000");

        assertThat(new LineRate(classNet).bitsPerSecond("ens1f0")).contains(10_000_000_000L);
    }

    @Test
    void interfaceOfTheSameNameAndIndexInAnotherNamespaceIsNotThisOne() throws IOException {
        card("eth0", "10000");
        Files.writeString(classNet.resolve("eth0/ifindex"), "2\n");
        Files.writeString(classNet.resolve("eth0/address"), "02:42:ac:11:00:02\n");

        assertThat(new InterfaceIdentity(2, "02:42:AC:11:00:02").isOf(classNet.resolve("eth0")))
                .isTrue();
        assertThat(new InterfaceIdentity(2, "06:11:22:33:44:55").isOf(classNet.resolve("eth0")))
                .isFalse();
        assertThat(new InterfaceIdentity(3, "02:42:ac:11:00:02").isOf(classNet.resolve("eth0")))
                .isFalse();
        assertThat(new InterfaceIdentity(2, "").isOf(classNet.resolve("none"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // what Java tells, what the system shows, whether that is the same
        "80:00:02:08:fe:80, 80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1, true",
        "80:00:02:08:fe:81, 80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1, false",
        "0a:00:00:01:00:00, 0a:00:00:01, true",
        "0a:00:00:02:00:00, 0a:00:00:01, false",
        "'', 0a:00:00:01, false",
        "'', 00:00:00:00, true"
    })
    void interfaceWhoseHardwareAddressIsLongerThanJavaTellsIsItself(String told, String shown, boolean same) {
        assertThat(new InterfaceIdentity(2, told).isThatOf(Optional.of("2"), Optional.of(shown)))
                .isEqualTo(same);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ownInterfaceIsTheOneThatTheSystemShows() throws Exception {
        var loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());

        assertThat(InterfaceIdentity.of(loopback).isOf(Path.of("/sys/class/net", loopback.getName())))
                .isTrue();
    }

    @Test
    void bondAndVlanThatStandOnCardsAreBelieved() throws IOException {
        card("ens1f0", "10000");
        bond("bond0", "20000", "ens1f0");
        virtual("bond0.7", "20000", "bond0");

        assertThat(new LineRate(classNet).bitsPerSecond("bond0")).contains(20_000_000_000L);
        assertThat(new LineRate(classNet).bitsPerSecond("bond0.7")).contains(20_000_000_000L);
    }

    @Test
    void whatVirtualInterfacesSayIsNotALineRate() throws IOException {
        virtual("veth7", "10000");
        bridge("bridge0", "10000", "veth7");

        assertThat(new LineRate(classNet).bitsPerSecond("veth7")).isEmpty();
        assertThat(new LineRate(classNet).bitsPerSecond("bridge0")).isEmpty();
    }

    /** The kernel gives a bridge the largest rate of its ports, and any pair of virtual interfaces says 10000. */
    @Test
    void rateOfABridgeIsThatOfItsFastestPortThatStandsOnACard() throws IOException {
        card("eth0", "1000");
        card("eth1", "2500");
        virtual("veth7", "10000");
        bridge("bridge0", "10000", "eth0", "veth7");
        virtual("bridge0.7", "10000", "bridge0");
        bridge("bridge1", "2500", "eth0", "eth1");

        assertThat(new LineRate(classNet).bitsPerSecond("bridge0")).contains(1_000_000_000L);
        assertThat(new LineRate(classNet).bitsPerSecond("bridge0.7")).contains(1_000_000_000L);
        assertThat(new LineRate(classNet).bitsPerSecond("bridge1")).contains(2_500_000_000L);
    }

    @Test
    void bridgeWhoseCardDoesNotTellHasNoRate() throws IOException {
        card("eth0", "-1");
        virtual("veth7", "10000");
        bridge("bridge0", "10000", "eth0", "veth7");

        assertThat(new LineRate(classNet).bitsPerSecond("bridge0")).isEmpty();
    }

    @Test
    void cardThatDoesNotTellAndInterfaceThatIsNotThereHaveNone() throws IOException {
        card("eth0", "-1");
        card("eth1", "");

        assertThat(new LineRate(classNet).bitsPerSecond("eth0")).isEmpty();
        assertThat(new LineRate(classNet).bitsPerSecond("eth1")).isEmpty();
        assertThat(new LineRate(classNet).bitsPerSecond("eth2")).isEmpty();
    }

    private void card(String name, String megabits) throws IOException {
        virtual(name, megabits);
        Files.createDirectory(classNet.resolve(name, "device"));
    }

    private void bond(String name, String megabits, String... slaves) throws IOException {
        virtual(name, megabits, slaves);
        Files.createDirectory(classNet.resolve(name, "bonding"));
    }

    private void bridge(String name, String megabits, String... ports) throws IOException {
        virtual(name, megabits, ports);
        Files.createDirectory(classNet.resolve(name, "bridge"));
    }

    private void virtual(String name, String megabits, String... lower) throws IOException {
        Path folder = Files.createDirectory(classNet.resolve(name));
        Files.writeString(folder.resolve("speed"), megabits + "\n");
        for (String below : lower) {
            Files.createSymbolicLink(folder.resolve("lower_" + below), classNet.resolve(below));
        }
    }
}
