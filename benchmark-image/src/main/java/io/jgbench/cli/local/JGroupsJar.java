package io.jgbench.cli.local;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.spec.TransportSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The jar of another JGroups. A JVM passes over an entry of its class path that holds no such classes, and the figures
 * would be those of the JGroups behind it.
 *
 * @param file where it is
 */
public record JGroupsJar(Path file) {
    private static final Set<String> RAW_TRANSPORTS = Set.of("tcp", "udp");
    private static final String VERSION_CLASS = "org/jgroups/Version.class";
    private static final String VERSION_FILE = "JGROUPS_VERSION.properties";
    private static final int LONGEST_VERSION = 48;
    private static final int HASH_BYTES = 4;

    /**
     * Makes sure that members have a use for it.
     *
     * @param transport what carries their messages
     */
    public static void checkUse(TransportSpec transport) throws BadInputException {
        if (RAW_TRANSPORTS.contains(transport.name())) {
            throw new BadInputException("--jgroups needs transport jgroups, got: transport " + transport.name()
                    + ", which does without JGroups");
        }
    }

    /** Makes sure that members would find JGroups in it. */
    public void check() throws BadInputException {
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

    /**
     * Its version as {@code jgroups.version} of a spec may say it, with a hash of the file: jars of one version that
     * were built from different sources are told apart.
     */
    public String version() throws BadInputException {
        try (var jar = new ZipFile(file.toFile())) {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return version(jar) + "-" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (IOException e) {
            throw new BadInputException("--jgroups must name a jar, and " + file + " is none: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JVM has SHA-256", e);
        }
    }

    private static String version(ZipFile jar) throws IOException {
        var properties = new Properties();
        ZipEntry entry = jar.getEntry(VERSION_FILE);
        if (entry != null) {
            try (InputStream in = jar.getInputStream(entry)) {
                properties.load(in);
            }
        }
        String version = properties.getProperty("jgroups.version", "unknown").replaceAll("[^-A-Za-z0-9._]", "_");
        return version.substring(0, Math.min(version.length(), LONGEST_VERSION));
    }
}
