package io.jgbench.cli;

import io.jgbench.coordination.spec.TransportSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipFile;

/**
 * The jar of another JGroups. A JVM passes over an entry of its class path that holds no such classes, and the figures
 * would be those of the JGroups behind it.
 */
record JGroupsJar(Path file) {
    private static final Set<String> RAW_TRANSPORTS = Set.of("tcp", "udp");
    private static final String VERSION_CLASS = "org/jgroups/Version.class";

    /**
     * Makes sure that members use it.
     *
     * @param transport what carries their messages
     */
    void check(TransportSpec transport) throws BadInputException {
        if (RAW_TRANSPORTS.contains(transport.name())) {
            throw new BadInputException("--jgroups needs transport jgroups, got: transport " + transport.name()
                    + ", which does without JGroups");
        }
        if (!Files.isRegularFile(file)) {
            throw new BadInputException("--jgroups must name a jar, and there is no file " + file);
        }
        try (var jar = new ZipFile(file.toFile())) {
            if (jar.getEntry(VERSION_CLASS) == null) {
                throw new BadInputException(
                        "--jgroups must name a jar of JGroups, and there is no " + VERSION_CLASS + " in " + file);
            }
        } catch (IOException e) {
            throw new BadInputException("--jgroups must name a jar, and " + file + " is none: " + e.getMessage());
        }
    }
}
