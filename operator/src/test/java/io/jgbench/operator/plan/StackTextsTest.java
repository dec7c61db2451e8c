package io.jgbench.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StackSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StackTextsTest {

    @Test
    void bundledStacksAreFoundByName() {
        assertThat(StackTexts.find(StackSource.named("udp"), Optional.empty()).xml())
                .contains("<UDP");
    }

    @Test
    void jgroupsOwnStacksAreIncludedWhereTheMemberRuns() {
        assertThat(StackTexts.find(StackSource.named("jgroups-tcp"), Optional.empty())
                        .xml())
                .contains("<include file=\"tcp.xml\"/>");
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseThatThereAre() {
        assertThatThrownBy(() -> StackTexts.find(StackSource.named("upd"), Optional.empty()))
                .hasMessageContaining("there is no bundled stack upd; bundled are udp, tcp");
    }

    @Test
    void whatIsNoXmlIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> StackTexts.find(StackSource.inlined("<config>\n<UDP></config>"), Optional.empty()))
                .hasMessageStartingWith("stack inline is not XML: line 2, column");
    }

    @Test
    void whatIsXmlAndNoStackIsRefused() {
        var source = new StackSource(null, new ConfigMapKeyRef("stacks", "a.xml"), null, null);

        assertThatThrownBy(() -> StackTexts.find(source, Optional.of("<html/>")))
                .hasMessage("stack stacks/a.xml must be a <config> element, got <html>");
        assertThat(StackTexts.find(source, Optional.of("<config/>")).name()).isEqualTo("stacks/a.xml");
    }
}
