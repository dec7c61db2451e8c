package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KindedLongTest {
    @Property
    void kindStandsBeforeTheRest(
            @ForAll long value, @ForAll @IntRange(max = 15) int kind, @ForAll @IntRange(max = 15) int other) {
        byte[] buffer = new byte[1 + KindedLong.BYTES];

        KindedLong.write(buffer, 1, KindedLong.withKind(value, kind));

        long read = KindedLong.read(buffer, 1);
        assertThat(KindedLong.kind(read)).isEqualTo(kind).isEqualTo((buffer[1] & 0xFF) >>> 4);
        assertThat(KindedLong.withKind(KindedLong.withKind(read, other), kind)).isEqualTo(read);
        assertThat(read << 4).isEqualTo(value << 4);
    }

    @Test
    void jsonIsToldByItsKindAlone() {
        byte[] buffer = new byte[1 + KindedLong.BYTES];
        for (int kind = 0; kind < KindedLong.KINDS; kind++) {
            KindedLong.write(buffer, 1, KindedLong.withKind(-1, kind));

            assertThat(JsonMessages.is(buffer, 1, KindedLong.BYTES)).isEqualTo(kind == KindedLong.JSON);
        }
    }
}
