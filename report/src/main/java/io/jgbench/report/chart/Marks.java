package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.SvgPath;

/** Marks at points, which tell lines apart without their colours. */
final class Marks {
    private Marks() {}

    static Element of(int style, double x, double y, double size) {
        return switch (style % 4) {
            case 0 ->
                Element.of("circle")
                        .classed("mark")
                        .attribute("cx", x)
                        .attribute("cy", y)
                        .attribute("r", size);
            case 1 ->
                new SvgPath()
                        .move(x - size, y - size)
                        .horizontal(x + size)
                        .vertical(y + size)
                        .horizontal(x - size)
                        .close()
                        .element("mark");
            case 2 ->
                new SvgPath()
                        .move(x, y - size * 1.3)
                        .line(x + size * 1.3, y)
                        .line(x, y + size * 1.3)
                        .line(x - size * 1.3, y)
                        .close()
                        .element("mark");
            default ->
                new SvgPath()
                        .move(x, y - size * 1.2)
                        .line(x + size * 1.2, y + size)
                        .line(x - size * 1.2, y + size)
                        .close()
                        .element("mark");
        };
    }
}
