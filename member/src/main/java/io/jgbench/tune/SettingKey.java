package io.jgbench.tune;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Which setting of a host.
 *
 * @param kind what kind of setting
 * @param subject the kernel parameter's name, or the interface's
 */
record SettingKey(Kind kind, String subject) {
    private static final Pattern SYSCTL = Pattern.compile("net(\\.[a-zA-Z0-9_-]+)+");
    private static final Pattern INTERFACE = Pattern.compile("(?!\\.{1,2}$)[^\\s/]{1,15}");

    /** Refuses names that would lead out of their folder, and kernel parameters that are not the network's. */
    SettingKey {
        Objects.requireNonNull(kind, "kind");
        if (kind == Kind.SYSCTL && !SYSCTL.matcher(subject).matches()) {
            throw new IllegalArgumentException("a kernel parameter must be one of the network, such as"
                    + " net.core.netdev_max_backlog, got: " + subject);
        }
        if (kind != Kind.SYSCTL && !INTERFACE.matcher(subject).matches()) {
            throw new IllegalArgumentException(
                    "an interface must be a name of 1 to 15 characters such as eth0, got: " + subject);
        }
    }

    static SettingKey sysctl(String name) {
        return new SettingKey(Kind.SYSCTL, name);
    }

    /** How people and reports call it. */
    String name() {
        return switch (kind) {
            case SYSCTL -> subject;
            case MTU -> subject + " mtu";
            case IPV6_MTU -> subject + " ipv6 mtu";
            case TX_QUEUE_LENGTH -> subject + " txQueueLength";
            case FLOW_CONTROL -> subject + " flowControl";
        };
    }

    /** What kinds of settings a host has. */
    enum Kind {
        /** A kernel parameter. */
        SYSCTL,
        /** The largest packet of an interface, in bytes. */
        MTU,
        /** The largest IPv6 packet of an interface, in bytes. The kernel sets it with the MTU. */
        IPV6_MTU,
        /** How many packets an interface queues for sending. */
        TX_QUEUE_LENGTH,
        /** Whether an interface heeds and sends pause frames (802.3x). */
        FLOW_CONTROL;

        /** Whether drivers take the interface's link down to change it. */
        boolean mayTakeLinkDown() {
            return this == MTU || this == FLOW_CONTROL;
        }
    }
}
