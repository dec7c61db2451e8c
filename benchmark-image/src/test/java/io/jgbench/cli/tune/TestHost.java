package io.jgbench.cli.tune;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A network namespace with an interface of its own and a {@code /sys} that shows it, and tuners in it. It goes when the
 * shell does that keeps it.
 */
final class TestHost implements AutoCloseable {
    static final String INTERFACE = "jgbtune0";

    private static final String KEEPER = """
            set -e
            ip link set lo up
            ip link add jgbtune0 type veth peer name jgbtune1
            ip addr add 10.77.0.1/24 dev jgbtune0
            ip link set jgbtune0 up
            ip link set jgbtune1 up
            ip route add default via 10.77.0.2
            mount -t sysfs sysfs /sys
            echo up
            read -r end
            """;

    private final Process keeper;

    private TestHost(Process keeper) {
        this.keeper = keeper;
    }

    /** Makes one; the test is skipped where that is not allowed or the tools are missing. */
    static TestHost make() throws IOException {
        assumeTrue(
                Files.isReadable(Path.of("/proc/self/ns/net")),
                "tuning is tested in network namespaces, which only Linux has");
        Process keeper;
        try {
            keeper = new ProcessBuilder("unshare", "--net", "--mount", "sh", "-c", KEEPER).start();
        } catch (IOException e) {
            assumeTrue(false, "tuning is tested in network namespaces, which need unshare of util-linux");
            throw e;
        }
        boolean up = "up".equals(keeper.inputReader(StandardCharsets.UTF_8).readLine());
        if (!up) {
            assumeTrue(
                    false,
                    "tuning is tested in network namespaces, which need root, iproute2 and util-linux: "
                            + keeper.errorReader(StandardCharsets.UTF_8)
                                    .readAllAsString()
                                    .strip());
        }
        return new TestHost(keeper);
    }

    /** Starts {@code jgbench tune} in it; both its outputs go to the file. */
    Process tune(Path log, String... options) throws IOException {
        var command = new ArrayList<>(List.of("nsenter", "--target", Long.toString(keeper.pid()), "--net", "--mount"));
        command.addAll(tuneCommand(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    static List<String> tuneCommand(String... options) {
        return java(
                "io.jgbench.cli.JgBench",
                Stream.concat(Stream.of("tune"), Stream.of(options)).toArray(String[]::new));
    }

    /** The command of a JVM with the class path of this one. */
    static List<String> java(String mainClass, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        var command = new ArrayList<>(List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    String mtu() throws Exception {
        return mtu(INTERFACE);
    }

    String mtu(String networkInterface) throws Exception {
        return read("/sys/class/net/" + networkInterface + "/mtu");
    }

    /** Runs a shell command in it. */
    void run(String command) throws Exception {
        var shell = new ProcessBuilder(
                        "nsenter", "--target", Long.toString(keeper.pid()), "--net", "--mount", "sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String text = shell.inputReader(StandardCharsets.UTF_8).readAllAsString();
        int status = shell.waitFor();
        if (status != 0) {
            throw new IllegalStateException(command + " ended with " + status + ": " + text);
        }
    }

    String txQueueLength() throws Exception {
        return read("/sys/class/net/" + INTERFACE + "/tx_queue_len");
    }

    String somaxconn() throws Exception {
        return sysctl("net.core.somaxconn");
    }

    /** A kernel parameter of it, with single blanks between words. */
    String sysctl(String name) throws Exception {
        return read("/proc/sys/" + name.replace('.', '/')).replaceAll("\\s+", " ");
    }

    private String read(String file) throws Exception {
        var cat = new ProcessBuilder(
                        "nsenter", "--target", Long.toString(keeper.pid()), "--net", "--mount", "cat", file)
                .start();
        String text = cat.inputReader(StandardCharsets.UTF_8).readAllAsString().strip();
        cat.waitFor(30, TimeUnit.SECONDS);
        return text;
    }

    @Override
    public void close() {
        keeper.destroyForcibly();
        keeper.onExit().join();
    }
}
