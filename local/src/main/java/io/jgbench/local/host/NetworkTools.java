package io.jgbench.local.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The programs with which networks are made.
 *
 * @param ip {@code ip} of iproute2
 * @param tc {@code tc} of iproute2
 * @param unshare {@code unshare} of util-linux
 * @param nsenter {@code nsenter} of util-linux
 * @param setsid {@code setsid} of util-linux
 * @param sh a POSIX shell
 */
record NetworkTools(String ip, String tc, String unshare, String nsenter, String setsid, String sh) {

    private static final Path PROCESS_STATUS = Path.of("/proc/self/status");
    private static final long CAP_NET_ADMIN = 1L << 12;
    private static final long CAP_SYS_ADMIN = 1L << 21;

    /** Finds them, after a look whether this process may use them. */
    static NetworkTools find(Tools tools) throws HostsUnavailableException {
        requireLinux();
        requireRoot();
        return new NetworkTools(
                require(tools, "ip", "iproute2"),
                require(tools, "tc", "iproute2"),
                require(tools, "unshare", "util-linux"),
                require(tools, "nsenter", "util-linux"),
                require(tools, "setsid", "util-linux"),
                require(tools, "sh", "a POSIX shell"));
    }

    private static String require(Tools tools, String program, String from) throws HostsUnavailableException {
        return tools.find(program)
                .orElseThrow(() -> new HostsUnavailableException("hosts in namespaces need " + program
                        + ", which is not on the PATH: install " + from + " or use --hosts processes"));
    }

    private static void requireLinux() throws HostsUnavailableException {
        if (!Files.isReadable(PROCESS_STATUS)) {
            throw new HostsUnavailableException("hosts in namespaces need Linux, this is "
                    + System.getProperty("os.name") + ": use --hosts processes");
        }
    }

    private static void requireRoot() throws HostsUnavailableException {
        if (!mayMakeNamespaces(readStatus())) {
            throw new HostsUnavailableException("hosts in namespaces need root (CAP_SYS_ADMIN and CAP_NET_ADMIN):"
                    + " run it with sudo or use --hosts processes");
        }
    }

    static boolean mayMakeNamespaces(List<String> processStatus) {
        long needed = CAP_NET_ADMIN | CAP_SYS_ADMIN;
        return processStatus.stream()
                .filter(line -> line.startsWith("CapEff:"))
                .mapToLong(line -> Long.parseUnsignedLong(
                        line.substring(line.indexOf(':') + 1).strip(), 16))
                .anyMatch(capabilities -> (capabilities & needed) == needed);
    }

    private static List<String> readStatus() throws HostsUnavailableException {
        try {
            return Files.readAllLines(PROCESS_STATUS);
        } catch (IOException e) {
            throw new HostsUnavailableException("hosts in namespaces need root, and " + PROCESS_STATUS
                    + " cannot be read to see whether this is it (" + e.getMessage() + "): use --hosts processes");
        }
    }
}
