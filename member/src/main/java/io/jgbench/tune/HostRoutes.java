package io.jgbench.tune;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The routes of this host's main table.
 *
 * @param proc where {@code /proc} is
 */
record HostRoutes(Path proc) {
    private static final int UP = 0x1;
    private static final int REJECT = 0x200;
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    /** From the longest prefix to the shortest, and of the same from the lowest metric to the highest. */
    private static final Comparator<Route> BEST_FIRST =
            Comparator.comparingInt(Route::prefix).reversed().thenComparingLong(Route::metric);

    /** Where packets to addresses of a prefix go. */
    private record Route(BigInteger destination, int prefix, int bits, long metric, long flags, String out) {

        boolean isUsed() {
            return (flags & UP) != 0 && (flags & REJECT) == 0 && !out.equals("lo");
        }

        boolean leadsTo(BigInteger address) {
            return destination.xor(address).shiftRight(bits - prefix).signum() == 0;
        }

        boolean isAsGoodAs(Route best) {
            return prefix == best.prefix && metric == best.metric;
        }
    }

    /** The interface of the default route with the lowest metric, IPv4 first. */
    Optional<String> ofDefault() {
        return Stream.of(ipv4(), ipv6())
                .flatMap(routes -> routes.filter(route -> route.prefix == 0).sorted(BEST_FIRST))
                .map(Route::out)
                .findFirst();
    }

    /**
     * The interfaces that packets to a server may leave by: several where routes are equally good. None where no route
     * leads there, or nobody knows the name.
     *
     * @param server its name or address
     */
    List<String> towards(String server) {
        try {
            byte[] address = InetAddress.getByName(server).getAddress();
            var number = new BigInteger(1, address);
            List<Route> leading = (address.length * Byte.SIZE == IPV4_BITS ? ipv4() : ipv6())
                    .filter(route -> route.leadsTo(number))
                    .sorted(BEST_FIRST)
                    .toList();
            return leading.stream()
                    .filter(route -> route.isAsGoodAs(leading.getFirst()))
                    .map(Route::out)
                    .distinct()
                    .toList();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Columns: interface, destination, next hop, flags, two counters, metric, mask; addresses in the host's order. */
    private Stream<Route> ipv4() {
        return columns("self/net/route")
                .skip(1)
                .filter(line -> line.length > 7)
                .map(line -> new Route(
                        ipv4(line[1]),
                        ipv4(line[7]).bitCount(),
                        IPV4_BITS,
                        Long.parseLong(line[6]),
                        Long.parseLong(line[3], 16),
                        line[0]))
                .filter(Route::isUsed);
    }

    private static BigInteger ipv4(String hexadecimal) {
        int number = Integer.parseUnsignedInt(hexadecimal, 16);
        boolean isReversed = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return BigInteger.valueOf(Integer.toUnsignedLong(isReversed ? Integer.reverseBytes(number) : number));
    }

    /** Columns: destination, its prefix, source, its prefix, next hop, metric, two counters, flags, interface. */
    private Stream<Route> ipv6() {
        return columns("self/net/ipv6_route")
                .filter(line -> line.length > 9)
                .map(line -> new Route(
                        new BigInteger(line[0], 16),
                        Integer.parseInt(line[1], 16),
                        IPV6_BITS,
                        Long.parseLong(line[5], 16),
                        Long.parseLong(line[8], 16),
                        line[9]))
                .filter(Route::isUsed);
    }

    private Stream<String[]> columns(String file) {
        try {
            return Files.readAllLines(proc.resolve(file)).stream()
                    .map(line -> line.strip().split("\\s+", -1));
        } catch (IOException e) {
            // a kernel without IPv6 has no such routes
            return Stream.empty();
        }
    }
}
