package io.jgbench.e2e.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a benchmark sets on a host, as three numbers: MTU, transmit queue length and a sysctl of the network namespace.
 */
final class HostValues {
    private static final Path SYSCTL = Path.of("/proc/sys/net/core/somaxconn");
    private static final int NUMBERS = 3;

    private final String networkInterface;

    private HostValues(String networkInterface) {
        this.networkInterface = networkInterface;
    }

    static HostValues ofThisHost() throws Exception {
        return new HostValues(HostInterface.find().getName());
    }

    /** The numbers, separated by blanks. */
    String read() throws IOException {
        Path device = Path.of("/sys/class/net", networkInterface);
        return number(device.resolve("mtu")) + " " + number(device.resolve("tx_queue_len")) + " " + number(SYSCTL);
    }

    /** Sets all three; returns what they are then. */
    String write(int... numbers) throws Exception {
        if (numbers.length != NUMBERS) {
            throw new IllegalArgumentException("expected " + NUMBERS + " numbers, found " + numbers.length);
        }
        InterfaceRequest.SET_MTU.send(networkInterface, numbers[0]);
        InterfaceRequest.SET_TRANSMIT_QUEUE_LENGTH.send(networkInterface, numbers[1]);
        Files.writeString(SYSCTL, Integer.toString(numbers[2]));
        return read();
    }

    private static String number(Path file) throws IOException {
        // The kernel gives a sysctl to one read alone, and Files.readString begins with a read of one byte.
        return Files.readAllLines(file).getFirst().strip();
    }
}
