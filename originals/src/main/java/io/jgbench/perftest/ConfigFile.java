package io.jgbench.perftest;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A config.txt: keys and values in the format of Java's properties. Errors name the file, the key and the rule. */
final class ConfigFile {
    private final Path file;
    private final Map<ConfigKey, String> values = new EnumMap<>(ConfigKey.class);

    private ConfigFile(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it cannot be read or holds what no config.txt does, with one sentence
     */
    static ConfigFile read(Path file) {
        var config = new ConfigFile(file);
        var properties = new KeysGivenOnce();
        try {
            properties.load(new StringReader(text(file)));
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
        properties.stringPropertyNames().stream().sorted().forEach(name -> config.put(name, properties));
        return config;
    }

    private static String text(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("there is no such file; name the test's configuration with -config FILE");
        }
        if (Files.exists(file) && !Files.isReadable(file)) {
            throw new IOException("expected a file that can be read, found: permission denied; run chmod +r");
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("expected a file, found " + (Files.isDirectory(file) ? "a directory" : "none"));
        }
        try {
            String text = Files.readString(file);
            if (text.indexOf('\0') >= 0) {
                throw new IOException("expected lines such as num_msgs=1000000, found a binary file");
            }
            // editors of Windows put a mark of the byte order in front
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new IOException("expected lines such as num_msgs=1000000, found a binary file", e);
        }
    }

    private void put(String name, Properties properties) {
        ConfigKey key = ConfigKey.of(name)
                .orElseThrow(() -> new IllegalArgumentException(file + ": there is no key " + name + "; did you mean "
                        + ConfigKey.nearest(name).text() + "?"));
        values.put(key, properties.getProperty(name).strip());
    }

    /** The keys that the file holds. */
    Iterable<ConfigKey> keys() {
        return values.keySet();
    }

    Optional<String> text(ConfigKey key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }

    String required(ConfigKey key) {
        return text(key)
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": " + key.text() + " is missing; a config.txt needs transport, num_msgs, msg_size, "
                                + "num_members and num_senders"));
    }

    boolean flag(ConfigKey key) {
        String value = text(key).orElse("false");
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(key, "true or false", value);
        };
    }

    /** A whole number that must be there, between two bounds, both included. */
    long number(ConfigKey key, long least, long most) {
        return parse(key, required(key), least, most);
    }

    long number(ConfigKey key, long least, long most, long otherwise) {
        return text(key).map(value -> parse(key, value, least, most)).orElse(otherwise);
    }

    private long parse(ConfigKey key, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // falls through to the message below, which is the same for both
        }
        throw bad(
                key,
                most == Long.MAX_VALUE
                        ? "a whole number of at least " + least
                        : "a whole number between " + least + " and " + most,
                value);
    }

    /** Of two lines with one key the format takes the last, and does not say so. */
    private static final class KeysGivenOnce extends Properties {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Object put(Object key, Object value) {
            for (Object other : keySet()) {
                if (other.toString().equalsIgnoreCase(key.toString())) {
                    throw new IllegalArgumentException(
                            key + " must be given once, got: " + get(other) + " and " + value);
                }
            }
            return super.put(key, value);
        }
    }

    /** What a value that breaks its rule is answered with. */
    IllegalArgumentException bad(ConfigKey key, String rule, String found) {
        return new IllegalArgumentException(file + ": " + key.text() + " must be " + rule + ", got: " + found);
    }
}
