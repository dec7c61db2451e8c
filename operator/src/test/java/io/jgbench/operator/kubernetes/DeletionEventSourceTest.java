package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.processing.event.Event;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionEventSourceTest {
    private final List<String> left = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final DeletionEventSource<BenchmarkRun> source =
            new DeletionEventSource<>(run -> left.add(run.getMetadata().getUid()));

    /** A watch that is begun anew lists what is there, and tells of no deletion in between. */
    @Test
    void objectInThePlaceOfAnotherOneIsReconciledAndTheOtherOneHasLeft() {
        source.setEventHandler(events::add);

        source.onResourceUpdated(run("new"), run("old"));

        assertThat(left).containsExactly("old");
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.getRelatedCustomResourceID().getName()).isEqualTo("same");
            assertThat(event.getRelatedCustomResourceID().getNamespace()).hasValue("lab");
        });
    }

    @Test
    void changeOfAnObjectTellsNothing() {
        source.setEventHandler(events::add);

        source.onResourceUpdated(run("same"), run("same"));

        assertThat(left).isEmpty();
        assertThat(events).isEmpty();
    }

    private static BenchmarkRun run(String uid) {
        var run = new BenchmarkRun();
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setName("same");
        run.getMetadata().setUid(uid);
        return run;
    }
}
