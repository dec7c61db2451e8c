package io.jgbench.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmFactsTest {
    @Test
    void archiveOfClassesIsAFactOfItsOwnAsItsPathDiffersFromCheckoutToCheckout() {
        var facts = new Facts();

        JvmFacts.addOptions(facts, List.of("-Xmx1g", "-XX:AOTCache=/a/member.aot", "-Xlog:aot*=off,cds*=off", "-Da=b"));

        assertThat(facts.texts())
                .containsEntry("jvmOptions", "-Xmx1g -Da=b")
                .containsEntry("jvmArchive", "/a/member.aot");
    }

    @Test
    void flagsAreThoseThatTheJvmEndedUpWith() {
        var facts = new Facts();

        new JvmFacts().addTo(facts);

        assertThat(facts.texts().get("jvmFlag.MaxHeapSize")).matches("[1-9][0-9]+");
        assertThat(facts.texts().get("jvmFlag.TieredCompilation")).isIn("true", "false");
    }
}
