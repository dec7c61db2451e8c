package io.jgbench.local;

import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The flow-control window of the bundled stack {@code udp} between members on one machine, where nothing limits the links. The
 * stack's own window is made for the queue of a switch's port, of which there is none here: what all have on the way to a
 * member, itself included, as it hears its own multicasts, waits in the receive buffer of its socket: the window is the
 * buffer's share of each.
 */
public final class ReceiveWindow {
    private static final Path RMEM_MAX = Path.of("/proc/sys/net/core/rmem_max");

    private static final String BUNDLED_STACK = "udp";
    private static final String OPTION = "-Djgbench.udp.credits=";

    /** What the stack has where it is not told otherwise. */
    private static final long LEAST_BYTES = 125_000;

    /** Nothing was gained with more. */
    private static final long MOST_BYTES = 2_000_000;

    /** What JGroups asks for ({@code mcast_recv_buf_size} of UDP). */
    private static final long RECEIVE_BUFFER_BYTES = 5_000_000;

    private final Path rmemMax;

    /** That of this machine. */
    public ReceiveWindow() {
        this(RMEM_MAX);
    }

    ReceiveWindow(Path rmemMax) {
        this.rmemMax = rmemMax;
    }

    /**
     * The run with a window that fits; as it is where it has another stack or names a window itself, or where the kernel does
     * not tell what a receive buffer may hold.
     */
    public RunSpec fitted(RunSpec spec) {
        boolean bundled = spec.transport().stack().map(Stack::name).equals(Optional.of(BUNDLED_STACK));
        boolean given = spec.jvmOptions().stream().anyMatch(option -> option.startsWith(OPTION));
        OptionalLong largestBuffer = bundled && !given ? largestReceiveBufferBytes() : OptionalLong.empty();
        if (largestBuffer.isEmpty()) {
            return spec;
        }
        long buffer = Math.min(RECEIVE_BUFFER_BYTES, largestBuffer.getAsLong());
        long window = Math.clamp(buffer / spec.members(), LEAST_BYTES, MOST_BYTES);
        List<String> options = new ArrayList<>(spec.jvmOptions());
        options.add(OPTION + window);
        return spec.withJvmOptions(options);
    }

    private OptionalLong largestReceiveBufferBytes() {
        try {
            // by lines: a kernel setting gives nothing to a second read, and readString begins with a byte
            return OptionalLong.of(Long.parseLong(Files.readAllLines(rmemMax).getFirst()));
        } catch (IOException | NumberFormatException e) {
            // not Linux
            return OptionalLong.empty();
        }
    }
}
