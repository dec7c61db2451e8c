package io.jgbench.member;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the address that a transport binds to where it is told an interface: the interface's first one of IPv4. */
final class BindInterface {
    private BindInterface() {}

    /** What was found. */
    sealed interface Outcome {

        /** The interface is there and has this address. */
        record Found(String address) implements Outcome {}

        /** It is not, or has none; one sentence says what was found instead. */
        record Missing(String why) implements Outcome {}
    }

    /** Looks for the interface of a name on this host. */
    static Outcome find(String name) {
        try {
            var named = NetworkInterface.getByName(name);
            return named == null ? new Outcome.Missing(noSuch(name)) : address(named);
        } catch (SocketException e) {
            return new Outcome.Missing("interface " + name + " cannot be looked up: " + e.getMessage());
        }
    }

    private static Outcome address(NetworkInterface named) {
        return named.inetAddresses()
                .filter(Inet4Address.class::isInstance)
                .filter(Predicate.not(InetAddress::isLinkLocalAddress))
                .findFirst()
                .<Outcome>map(address -> new Outcome.Found(address.getHostAddress()))
                .orElseGet(() -> new Outcome.Missing(
                        "interface " + named.getName() + ", which placement.interface names, has no IPv4 address on"
                                + " this host. Give it one, or name another interface."));
    }

    private static String noSuch(String name) throws SocketException {
        String others = NetworkInterface.networkInterfaces()
                .map(NetworkInterface::getName)
                .sorted()
                .collect(Collectors.joining(", "));
        return "this host has no interface " + name + ", which placement.interface names; those that are up and have an"
                + " address are " + others + ". Name another one, or choose other nodes.";
    }
}
