package io.jgbench.compare;

import java.util.ArrayList;
import java.util.List;

/** What is to be known of measured figures, in a few words each. */
final class Remarks {
    private final List<String> remarks = new ArrayList<>();

    /** Adds one unless all is as it should be. */
    Remarks unless(boolean asItShouldBe, String remark) {
        if (!asItShouldBe) {
            remarks.add(remark);
        }
        return this;
    }

    /** All of them on one line; empty if there is none. */
    String onOneLine() {
        return String.join(", ", remarks);
    }
}
