package io.jgbench.transport;

import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds protocol stacks: those bundled, those that JGroups ships under {@code jgroups-} and their name, files and
 * addresses. Only the text is fetched; whether it is a stack is for the transport to check.
 */
public final class Stacks {
    /** Names of the bundled stacks. */
    public static final List<String> BUNDLED = List.of(
            "udp", "tcp", "tcp-nio", "tcp-kube", "tcp-dns", "udp-auth", "tcp-auth", "udp-encrypted", "tcp-encrypted");

    /** The most that a stack may take as JSON, in which members get it. JGroups' own take about 4 KB. */
    public static final int MAX_BYTES = ControlPaths.MAX_STACK_BYTES;

    private static final String SHIPPED_PREFIX = "jgroups-";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ClassLoader classLoader = Stacks.class.getClassLoader();

    /**
     * Loads a stack.
     *
     * @param source a bundled name, {@code jgroups-udp} and the like, a file, or an address such as
     *     {@code https://host/stack.xml}
     * @throws IllegalArgumentException if there is no such stack or it cannot be read, with one sentence
     */
    public Stack load(String source) {
        if (isName(source)) {
            return named(source);
        }
        return ADDRESS.matcher(source).matches() ? address(source) : file(source);
    }

    /** Whether {@link #load} takes this for the name of a stack, and not for a file or an address. */
    public static boolean isName(String source) {
        return NAME.matcher(source).matches() && !Files.exists(Path.of(source));
    }

    /**
     * Whether a stack of this name takes the key of the run, without which its members do not start; files are not
     * looked into.
     */
    public static boolean needsKeyOfRun(String name) {
        return isName(name) && BUNDLED.contains(name) && (name.endsWith("-auth") || name.endsWith("-encrypted"));
    }

    /**
     * Loads a stack by name alone; a file of that name does not matter.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that there are
     */
    public Stack named(String name) {
        String resource = BUNDLED.contains(name)
                ? "io/jgbench/stacks/" + name + ".xml"
                : name.startsWith(SHIPPED_PREFIX) ? name.substring(SHIPPED_PREFIX.length()) + ".xml" : null;
        if (resource == null || !NAME.matcher(name).matches()) {
            throw unknown(name);
        }
        try (InputStream in = classLoader.getResourceAsStream(resource)) {
            if (in == null) {
                throw unknown(name);
            }
            return read(name, in);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /**
     * Where JGroups' own programs find the stack that {@link #load} takes: in the same file of the class path, or the
     * same file or address.
     *
     * @param stack a bundled name, {@code jgroups-udp} and the like, a file or an address
     */
    public static String place(String stack) {
        if (!isName(stack)) {
            return ADDRESS.matcher(stack).matches()
                    ? stack
                    : Path.of(stack).toAbsolutePath().toString();
        }
        return BUNDLED.contains(stack)
                ? "io/jgbench/stacks/" + stack + ".xml"
                : stack.replaceFirst("^" + SHIPPED_PREFIX, "") + ".xml";
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("stack must be one of " + String.join(", ", BUNDLED) + ", one that JGroups "
                + "ships (jgroups-udp, jgroups-tcp, jgroups-tcp-nio, ...), a file or a URL, got: " + name);
    }

    private static Stack file(String source) {
        Path file;
        try {
            file = Path.of(source);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("stack must be a name, a file or a URL, got: " + source, e);
        }
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("stack file " + source + " does not exist; stacks that have a name are "
                    + String.join(", ", BUNDLED) + ", jgroups-udp, jgroups-tcp");
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "stack must be a file, got " + (Files.isDirectory(file) ? "a directory: " : "no file: ") + source);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(source, in);
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    private static Stack address(String source) {
        URL url;
        try {
            url = new URI(source).toURL();
        } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
            throw new IllegalArgumentException("stack " + source + " is not a URL: " + e.getMessage(), e);
        }
        try {
            URLConnection connection = url.openConnection();
            connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
            connection.setReadTimeout((int) CONNECT_TIMEOUT.toMillis());
            try (InputStream in = connection.getInputStream()) {
                return read(source, in);
            }
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    private static IllegalArgumentException unreadable(String source, IOException e) {
        return new IllegalArgumentException(
                "stack " + source + " cannot be read: " + e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }

    private static Stack read(String name, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw tooLong(name, "more");
        }
        return checked(name, text(name, bytes));
    }

    /**
     * A stack that somebody wrote into a run file.
     *
     * @throws IllegalArgumentException if it is too long, with one sentence
     */
    public static Stack inline(String xml) {
        return checked("inline", xml);
    }

    private static Stack checked(String name, String xml) {
        int bytes = ProtocolJson.write(xml).length;
        if (bytes > MAX_BYTES) {
            throw tooLong(name, String.valueOf(bytes));
        }
        return new Stack(name, xml);
    }

    private static IllegalArgumentException tooLong(String name, String found) {
        return new IllegalArgumentException("stack " + name + " must have at most " + MAX_BYTES
                + " bytes as JSON, in which members get it, got: " + found + "; leave out comments and blanks");
    }

    private static String text(String name, byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .replaceFirst("^\uFEFF", "")
                    .strip();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("stack " + name + " must be XML in UTF-8, got a binary file", e);
        }
        if (text.isEmpty()) {
            throw new IllegalArgumentException("stack " + name + " must be XML, got an empty file");
        }
        if (text.charAt(0) != '<') {
            throw new IllegalArgumentException("stack " + name + " must be XML, got text that does not begin with <");
        }
        return text;
    }
}
