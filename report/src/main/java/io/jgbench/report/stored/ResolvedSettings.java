package io.jgbench.report.stored;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.coordination.spec.RunSpec;

/** All settings of a run with their defaults filled in, as text. */
public final class ResolvedSettings {
    private ResolvedSettings() {}

    /** As JSON, without the text of the stack, which is long and has a place of its own. */
    public static String text(RunSpec spec) {
        JsonMapper mapper = RunDocument.json();
        ObjectNode tree = mapper.valueToTree(spec);
        if (tree.path("transport").path("stack") instanceof ObjectNode stack) {
            stack.remove("xml");
        }
        return RunDocument.write(mapper, tree);
    }
}
