package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.coordination.ShortHash;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A long text of a spec is replaced in memory by a sentence with its length and hash, the stand-in. That is no XML, so
 * that no member ever takes it for a stack. Such texts are the stacks that somebody writes into runs and suites, up to
 * 65,536 characters each, and the values of points of axes. {@link WholeSpecs} reads them.
 */
public final class LeftOutTexts {
    /** In characters. Names, sizes and options of axes are shorter. */
    static final int LONGEST_KEPT = 1024;

    private static final Pattern SENTENCE =
            Pattern.compile("\\(left out: [0-9]{4,10} characters, SHA-256 begins with [0-9a-f]{16}\\)");

    private LeftOutTexts() {}

    /** The stand-in of a text; a short text is its own. */
    public static String standIn(String text) {
        return text.length() <= LONGEST_KEPT
                ? text
                : "(left out: " + text.length() + " characters, SHA-256 begins with " + ShortHash.of(text) + ")";
    }

    /** Whether a text is a stand-in. Who writes a spec can write such a sentence as well. */
    public static boolean isStandIn(String text) {
        return SENTENCE.matcher(text).matches();
    }

    /**
     * Leaves out the long texts of a spec.
     *
     * @param spec of a run or a suite; is changed
     * @return the same
     */
    public static ObjectNode leaveOut(ObjectNode spec) {
        leaveOut(spec.path("stack"), "inline");
        leaveOut(spec.path("template").path("stack"), "inline");
        for (JsonNode axis : spec.path("axes")) {
            for (JsonNode point : axis.path("points")) {
                JsonNode values = point.path("values");
                List<String> names = new ArrayList<>();
                values.fieldNames().forEachRemaining(names::add);
                names.forEach(name -> leaveOut(values, name));
            }
        }
        return spec;
    }

    private static void leaveOut(JsonNode parent, String name) {
        if (parent instanceof ObjectNode object && object.path(name).isTextual()) {
            object.put(name, standIn(object.path(name).textValue()));
        }
    }
}
