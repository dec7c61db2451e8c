package io.jgbench.report.html;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The little Markdown in which this project's own sentences are written: code between back ticks, and links, of which
 * the page keeps the words alone as it stands without the documents.
 */
public final class InlineMarkdown {
    private static final Pattern MARKED = Pattern.compile("`([^`]+)`|\\[([^\\]]+)]\\([^)]*\\)");

    private InlineMarkdown() {}

    /** What a text of the documents becomes in a page. */
    public static List<Node> nodes(String markdown) {
        List<Node> nodes = new ArrayList<>();
        Matcher marked = MARKED.matcher(markdown);
        int shown = 0;
        while (marked.find()) {
            nodes.add(new Text(markdown.substring(shown, marked.start())));
            nodes.add(marked.group(1) == null ? new Text(marked.group(2)) : Element.of("code", marked.group(1)));
            shown = marked.end();
        }
        nodes.add(new Text(markdown.substring(shown)));
        return nodes;
    }
}
