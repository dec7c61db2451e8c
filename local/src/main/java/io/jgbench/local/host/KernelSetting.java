package io.jgbench.local.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A setting of the kernel that is a number.
 *
 * @param file such as {@code /proc/sys/net/core/rmem_max}
 */
record KernelSetting(Path file) {

    /** Its value; empty where this machine does not tell it, as one without Linux. */
    OptionalLong value() {
        try {
            // by lines: a kernel setting gives nothing to a second read, and readString begins with a byte
            return OptionalLong.of(
                    Long.parseLong(Files.readAllLines(file).getFirst().strip()));
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
