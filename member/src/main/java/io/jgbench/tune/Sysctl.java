package io.jgbench.tune;

import java.nio.file.Path;

/** A kernel parameter. */
final class Sysctl implements HostSetting {
    private final String name;
    private final KernelFile file;

    Sysctl(Path proc, String name) {
        this.name = name;
        this.file = new KernelFile(proc.resolve("sys").resolve(name.replace('.', '/')));
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
