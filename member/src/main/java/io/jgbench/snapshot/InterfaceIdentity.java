package io.jgbench.snapshot;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An interface of this process' network namespace, as {@code /sys/class/net} would show it. That shows the interfaces
 * of the process that mounted it, and another namespace often has one of the same name, even with the same index.
 *
 * @param index its index
 * @param hardwareAddress such as {@code 02:42:ac:11:00:02}; empty where it has none
 */
public record InterfaceIdentity(int index, String hardwareAddress) {
    private static final int SIX_BYTES = "00:00:00:00:00:00".length();

    /** That of an interface. */
    public static InterfaceIdentity of(NetworkInterface networkInterface) {
        byte[] address;
        try {
            address = networkInterface.getHardwareAddress();
        } catch (SocketException e) {
            address = null; // it is gone
        }
        return new InterfaceIdentity(
                networkInterface.getIndex(),
                address == null ? "" : HexFormat.ofDelimiter(":").formatHex(address));
    }

    /**
     * Whether this is the interface of a folder.
     *
     * @param folder such as {@code /sys/class/net/eth0}
     */
    public boolean isOf(Path folder) {
        return isThatOf(text(folder.resolve("ifindex")), text(folder.resolve("address")));
    }

    /**
     * Whether it is an interface of which this is known. Java tells six bytes of any hardware address: the first six of
     * InfiniBand's 20, and zeros behind the four of a tunnel.
     *
     * @param indexText its index, where that can be read
     * @param addressText its hardware address, where it has one: that of a loopback interface is all zeros
     */
    boolean isThatOf(Optional<String> indexText, Optional<String> addressText) {
        String shown = addressText
                .map(text -> text.substring(0, Math.min(text.length(), SIX_BYTES)))
                .filter(text -> !text.matches("[0:]*"))
                .orElse("");
        boolean isSameAddress = shown.isEmpty()
                ? hardwareAddress.isEmpty()
                : hardwareAddress.regionMatches(true, 0, shown, 0, shown.length());
        return indexText.equals(Optional.of(Integer.toString(index))) && isSameAddress;
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.US_ASCII).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
