package io.jgbench.transport;

import java.util.ServiceConfigurationError;
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
     * @throws IllegalArgumentException if there is none of that name, and the message lists those that there are; or if
     *     one on the class path cannot be loaded
     */
    public Transport find(String name) {
        try {
            return load(name);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(
                    "a transport on the class path cannot be loaded: "
                            + (e instanceof LinkageError ? e.toString() : e.getMessage())
                            + "; mend its jar, add what it needs, or leave it out",
                    e);
        }
    }

    private Transport load(String name) {
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
