package io.jgbench.tune;

import java.nio.file.Path;

/**
 * A number that an interface has. It is read from {@code /sys/class/net} and set by a call: where the host is itself a
 * container, {@code /sys} is read-only even to a privileged one.
 */
final class LinkAttribute implements HostSetting {
    private final String networkInterface;
    private final String word;
    private final KernelFile file;
    private final Setter setter;

    private LinkAttribute(String networkInterface, String word, Path file, Setter setter) {
        this.networkInterface = networkInterface;
        this.word = word;
        this.file = new KernelFile(file);
        this.setter = setter;
    }

    static LinkAttribute mtu(Path classNet, String networkInterface, InterfaceControl control) {
        return new LinkAttribute(networkInterface, "mtu", classNet.resolve(networkInterface, "mtu"), control::setMtu);
    }

    static LinkAttribute txQueueLength(Path classNet, String networkInterface, InterfaceControl control) {
        return new LinkAttribute(
                networkInterface,
                "txqueuelen",
                classNet.resolve(networkInterface, "tx_queue_len"),
                control::setTxQueueLength);
    }

    @Override
    public String read() throws SettingException {
        return file.read();
    }

    @Override
    public void write(String value) throws SettingException {
        try {
            setter.set(networkInterface, Integer.parseInt(value));
        } catch (NumberFormatException e) {
            throw SettingException.refused("it must be a number, got " + value, e);
        }
    }

    @Override
    public String command(String value) {
        return "ip link set dev " + networkInterface + " " + word + " " + value;
    }

    /** Sets the number of an interface. */
    private interface Setter {
        void set(String networkInterface, int value) throws SettingException;
    }
}
