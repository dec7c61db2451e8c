package io.jgbench.report.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementTest {

    private static String html(Node node) {
        var html = new StringBuilder();
        node.write(html);
        return html.toString();
    }

    @Test
    void textsAndValuesMeanNothingToABrowser() {
        assertThat(html(Element.of("p", "</p><script>alert('1')</script>").attribute("title", "\"><img src=x>")))
                .isEqualTo("<p title=\"&quot;&gt;&lt;img src=x&gt;\">&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)"
                        + "&lt;/script&gt;</p>");
    }

    @Test
    void charactersThatNoDocumentMayHoldOrThatTurnTheOrderAreShownAsUnknown() {
        assertThat(html(new Text("a\u0000b\u202Ec\uD800d\ne"))).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\ne");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<config>\r\n  <UDP/>\r\n</config>\r\n", "<config>\r  <UDP/>\r</config>\r"})
    void lineBreaksOfOtherSystemsAreLineBreaks(String text) {
        assertThat(html(new Text(text))).isEqualTo("&lt;config&gt;\n  &lt;UDP/&gt;\n&lt;/config&gt;\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"script", "SCRIPT", "iframe", "object", "foreignObject", "a b", "", "p>"})
    void elementThatCouldExecuteSomethingIsRefused(String name) {
        assertThatThrownBy(() -> Element.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onclick", "ONLOAD", "style", "a=b", ""})
    void attributeThatCouldExecuteSomethingIsRefused(String name) {
        var element = Element.of("p");

        assertThatThrownBy(() -> element.attribute(name, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linkGoesWithinThePage() {
        assertThat(html(Element.of("a", "x").attribute("href", "#findings"))).contains("href=\"#findings\"");
        assertThatThrownBy(() -> Element.of("a").attribute("href", "javascript:alert(1)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("javascript:alert(1)");
    }

    @Test
    void numbersAreShort() {
        assertThat(html(Element.of("rect")
                        .attribute("x", 12.34567)
                        .attribute("y", -0.04)
                        .attribute("width", 7)))
                .isEqualTo("<rect x=\"12.3\" y=\"0\" width=\"7\"></rect>");
    }

    @Test
    void emptyElementsOfHtmlHaveNoEnd() {
        assertThat(html(Element.of("meta").attribute("charset", "utf-8"))).isEqualTo("<meta charset=\"utf-8\">");
    }
}
