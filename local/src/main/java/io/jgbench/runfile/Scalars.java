package io.jgbench.runfile;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** What single values of YAML 1.1 mean. */
final class Scalars {
    private static final int LONGEST_SHOWN = 60;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}|\\p{Cf}");

    private Scalars() {}

    /** Whether nothing was given: an empty value means the same as leaving the field out. */
    static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** A string; quoted, or one that YAML takes for nothing else. */
    static Optional<String> string(Node node) {
        boolean text = node.getTag().equals(Tag.STR) || node.getTag().equals(Tag.TIMESTAMP);
        return node instanceof ScalarNode scalar && text ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /** A whole number, of any size. */
    static Optional<BigInteger> wholeNumber(Node node) {
        if (!(node instanceof ScalarNode scalar) || !node.getTag().equals(Tag.INT)) {
            return Optional.empty();
        }
        String digits = scalar.getValue().replace("_", "");
        try {
            if (digits.matches("[-+]?0x[0-9a-fA-F]+")) {
                return Optional.of(new BigInteger(digits.replaceFirst("0x", ""), 16));
            }
            if (digits.matches("[-+]?0[0-7]+")) {
                return Optional.of(new BigInteger(digits, 8));
            }
            return Optional.of(new BigInteger(digits));
        } catch (NumberFormatException e) {
            // Base 2 and base 60, which no run file needs.
            return Optional.empty();
        }
    }

    /** A boolean: true, false, yes, no, y, n, on, off. */
    static Optional<Boolean> bool(Node node) {
        if (!(node instanceof ScalarNode scalar) || !node.getTag().equals(Tag.BOOL)) {
            return Optional.empty();
        }
        return Optional.of(scalar.getValue().toLowerCase(Locale.ROOT).matches("true|yes|y|on"));
    }

    /** A value as a message shows it: short and in one line. */
    static String shown(Node node) {
        return switch (node) {
            case ScalarNode scalar -> shown(scalar);
            case MappingNode _ -> "a map";
            case SequenceNode _ -> "a list";
            default -> "something else";
        };
    }

    private static String shown(ScalarNode scalar) {
        String cut = shortened(scalar.getValue());
        if (isNull(scalar)) {
            return "nothing";
        }
        return scalar.isPlain() ? cut : "\"" + cut + "\"";
    }

    /** Text as a message shows it: short, in one line, and without what a terminal would obey. */
    static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        String cut = line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "...";
        return CONTROL.matcher(cut)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }
}
