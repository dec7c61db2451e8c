package io.jgbench.local.host;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** How large a socket's buffer may be, by the kernel's setting for all of this machine. */
public enum SocketBufferLimit {
    /** Of what arrived and was not read. */
    RECEIVE("rmem_max"),
    /** Of what is to be sent. */
    SEND("wmem_max");

    private static final Path SETTINGS = Path.of("/proc/sys/net/core");

    private final String setting;

    SocketBufferLimit(String setting) {
        this.setting = setting;
    }

    /** The limit, in bytes; empty where this machine does not tell it. */
    public OptionalLong bytes() {
        return bytes(SETTINGS);
    }

    OptionalLong bytes(Path settings) {
        return new KernelSetting(settings.resolve(setting)).value();
    }

    /**
     * Why a socket cannot have such a buffer, and what to do, in a sentence.
     *
     * @param bytes what is asked for
     * @return empty where it can, or where this machine does not tell
     */
    public Optional<String> tooSmallFor(long bytes) {
        return tooSmallFor(bytes, SETTINGS);
    }

    Optional<String> tooSmallFor(long bytes, Path settings) {
        OptionalLong limit = bytes(settings);
        return limit.isEmpty() || limit.getAsLong() >= bytes
                ? Optional.empty()
                : Optional.of(sentence(bytes, limit.getAsLong()));
    }

    private String sentence(long bytes, long limit) {
        return String.format(
                Locale.ROOT,
                "net.core.%1$s is %2$,d bytes, and a socket is to have %3$,d: run 'sysctl -w net.core.%1$s=%3$d'"
                        + " as root",
                setting,
                limit,
                bytes);
    }
}
