package io.jgbench.testing.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Spoils a text in one to four places. */
public final class TextMutation {
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** What programs of many kinds have stumbled over. */
    private static final List<String> TRAPS = List.of(
            "",
            "null",
            "true",
            "-1",
            "0",
            "1.5",
            "1e999",
            "NaN",
            "2147483648",
            "9223372036854775807",
            "-9223372036854775808",
            "99999999999999999999999",
            "1Ei",
            "PT99999999999999H",
            "106751991167300d",
            "\u0000",
            "\uFEFF",
            "\uD800",
            "ß\u202E",
            "\t",
            "\r\n\n",
            "\"",
            "'",
            "\\",
            "{",
            "}",
            "[",
            "]",
            "<",
            "</config>",
            "<!--",
            "<![CDATA[",
            "<!DOCTYPE a [<!ENTITY b \"c\">]>",
            "&b;",
            "&#0;",
            "${user.home}",
            "${a:",
            "%s%n",
            "../../etc/passwd",
            "&a [*a, *a]",
            "*a",
            "<<: *a",
            "!!java.net.URL [http://127.0.0.1]",
            "--- ",
            "- ",
            ": ",
            "# ");

    private final String text;
    private final List<String> words;

    /** Of this text. */
    public TextMutation(String text) {
        this.text = text;
        this.words =
                WORD.matcher(text).results().map(MatchResult::group).distinct().toList();
    }

    /** A spoilt one. */
    public String make(Random random) {
        String spoilt = text;
        int places = 1 + random.nextInt(4);
        for (int i = 0; i < places; i++) {
            spoilt = once(spoilt, random);
        }
        return spoilt;
    }

    private String once(String from, Random random) {
        int at = random.nextInt(from.length() + 1);
        int end = Math.min(from.length(), at + random.nextInt(1 + random.nextInt(80)));
        String part = from.substring(at, end);
        String trap = TRAPS.get(random.nextInt(TRAPS.size()));
        return switch (random.nextInt(10)) {
            case 0 -> splice(from, at, end, "");
            case 1 -> splice(from, at, at, part);
            case 2 -> splice(from, at, at, trap);
            case 3 -> splice(from, at, end, trap);
            case 4 -> replaced(from, NUMBER, trap, random);
            case 5 -> replaced(from, WORD, words.isEmpty() ? trap : words.get(random.nextInt(words.size())), random);
            case 6 -> replaced(from, WORD, trap, random);
            case 7 -> splice(from, at, at, Character.toString(random.nextInt(0x300)));
            case 8 -> splice(from, at, at, (part + trap).repeat(1 + random.nextInt(300)));
            default -> random.nextInt(4) == 0 ? from.substring(0, at) : lineMoved(from, random);
        };
    }

    private static String splice(String from, int at, int end, String with) {
        return from.substring(0, at) + with + from.substring(end);
    }

    private static String replaced(String from, Pattern what, String with, Random random) {
        List<MatchResult> found = what.matcher(from).results().toList();
        if (found.isEmpty()) {
            return from;
        }
        MatchResult one = found.get(random.nextInt(found.size()));
        return splice(from, one.start(), one.end(), with);
    }

    private static String lineMoved(String from, Random random) {
        List<String> lines = new ArrayList<>(from.lines().toList());
        if (lines.isEmpty()) {
            return from;
        }
        String line = lines.remove(random.nextInt(lines.size()));
        lines.add(random.nextInt(lines.size() + 1), line);
        return String.join("\n", lines);
    }
}
