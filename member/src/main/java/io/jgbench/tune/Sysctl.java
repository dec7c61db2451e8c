package io.jgbench.tune;

import java.nio.file.Path;

/** A kernel parameter. */
final class Sysctl implements HostSetting {
    private final String name;
    private final KernelFile file;

    Sysctl(Path proc, String name) {
        this(name, proc.resolve("sys").resolve(name.replace('.', '/')));
    }

    private Sysctl(String name, Path file) {
        this.name = name;
        this.file = new KernelFile(file);
    }

    /** The one with the MTU that IPv6 uses on an interface, whose name may have dots. */
    static Sysctl ipv6Mtu(Path proc, String networkInterface) {
        return new Sysctl(
                "net.ipv6.conf." + networkInterface.replace('.', '/') + ".mtu",
                proc.resolve("sys/net/ipv6/conf").resolve(networkInterface).resolve("mtu"));
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
        return "sysctl -w " + name + "=" + (value.contains(" ") ? "'" + value + "'" : value);
    }
}
