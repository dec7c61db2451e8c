package io.jgbench.tune;

import java.nio.file.Path;

/** An attribute of an interface that {@code /sys/class/net} shows as a file. */
final class LinkAttribute implements HostSetting {
    private final String networkInterface;
    private final String word;
    private final KernelFile file;

    private LinkAttribute(String networkInterface, String word, Path file) {
        this.networkInterface = networkInterface;
        this.word = word;
        this.file = new KernelFile(file);
    }

    static LinkAttribute mtu(Path classNet, String networkInterface) {
        return new LinkAttribute(networkInterface, "mtu", classNet.resolve(networkInterface, "mtu"));
    }

    static LinkAttribute txQueueLength(Path classNet, String networkInterface) {
        return new LinkAttribute(networkInterface, "txqueuelen", classNet.resolve(networkInterface, "tx_queue_len"));
    }

    @Override
    public String read() throws SettingException {
        return file.read();
    }

    @Override
    public void write(String value) throws SettingException {
        file.write(value);
    }

    @Override
    public String command(String value) {
        return "ip link set dev " + networkInterface + " " + word + " " + value;
    }
}
