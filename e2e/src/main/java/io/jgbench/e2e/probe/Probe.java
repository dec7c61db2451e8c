package io.jgbench.e2e.probe;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Looks at where it runs: the first argument says what for, the others are that look's own. It prints what it found and
 * exits with status 0, or fails with 1.
 */
public final class Probe {
    private Probe() {}

    /** Ends the JVM with status 0 if what was looked for is there. */
    public static void main(String[] args) {
        try {
            System.out.println(look(List.of(args)));
        } catch (Exception e) {
            System.err.println("probe: " + String.join(" ", args) + ": " + e);
            System.exit(1);
        }
    }

    private static String look(List<String> args) throws Exception {
        List<String> rest = args.subList(1, args.size());
        return switch (args.getFirst()) {
            case "resolve" -> resolve(rest.getFirst());
            case "meet" -> Meeting.of(rest).hold();
            case "host" -> HostValues.ofThisHost().read();
            case "set-host" ->
                HostValues.ofThisHost()
                        .write(rest.stream().mapToInt(Integer::parseInt).toArray());
            case "api-server" -> ServiceAccount.ofThisPod().get("/version");
            default ->
                throw new IllegalArgumentException(
                        "expected resolve, meet, host, set-host or api-server, found " + args.getFirst());
        };
    }

    private static String resolve(String name) throws Exception {
        return Arrays.stream(InetAddress.getAllByName(name))
                .map(InetAddress::getHostAddress)
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
