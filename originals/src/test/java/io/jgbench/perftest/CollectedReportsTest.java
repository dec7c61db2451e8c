package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.perftest.GroupMessage.Receipt;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CollectedReportsTest {
    private final CollectedReports book = new CollectedReports();

    @Test
    void reportIsThereWhenAllItsPartsAre() {
        byte[] report = new byte[5000];
        new Random(1).nextBytes(report);
        var parts = ReportParts.cut("a", report);
        assertThat(parts).hasSizeGreaterThan(1);

        parts.subList(1, parts.size()).forEach(book::add);
        assertThat(book.has("a")).isFalse();

        book.add(parts.getFirst());
        assertThat(book.has("a")).isTrue();
        assertThat(book.bytes("a")).isEqualTo(report);
    }

    @Test
    void memberMayLackAReportUntilItSaysOtherwise() {
        assertThat(book.mayLack("a", "b")).isTrue();

        book.add(new Receipt("a", List.of("b")));
        assertThat(book.mayLack("a", "b")).isTrue();
        assertThat(book.mayLack("a", "c")).isFalse();
        assertThat(book.hasAll("a")).isFalse();

        book.add(new Receipt("a", List.of()));
        assertThat(book.mayLack("a", "b")).isFalse();
        assertThat(book.hasAll("a")).isTrue();
    }
}
