package io.jgbench.transport;

import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds transports by the name that a run file gives. */
public final class Transports {
    private final ClassLoader classLoader;

    /** Looks on the class path. */
    public Transports() {
        this(Transport.class.getClassLoader());
    }

    /** Looks where the class loader looks. */
    public Transports(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    /**
     * A new transport, not open yet.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists those that there are
     */
    public Transport find(String name) {
        // A loader of its own for each call, as a loader hands out the same instance again.
        ServiceLoader<Transport> loader = ServiceLoader.load(Transport.class, classLoader);
        for (Transport transport : loader) {
            if (transport.name().equals(name)) {
                return transport;
            }
        }
        throw new IllegalArgumentException("transport must be one of " + names() + ", got: " + name
                + "; a transport of your own must be in a jar on the class path that names it in META-INF/services/"
                + Transport.class.getName());
    }

    private String names() {
        return ServiceLoader.load(Transport.class, classLoader).stream()
                .map(provider -> provider.get().name())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
