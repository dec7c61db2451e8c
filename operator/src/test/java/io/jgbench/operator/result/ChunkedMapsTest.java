package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import io.jgbench.operator.spool.Spool;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunkedMapsTest {
    private static final RunRef RUN = new RunRef("lab", "run", "uid");

    private final FakeApiServer api = new FakeApiServer();
    private final ChunkedMaps maps = new ChunkedMaps(api.client(), "evidence.json.gz", Spool.temporary());

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void textIsLoadedAsItWasStored() {
        byte[] text = "{}".getBytes(StandardCharsets.UTF_8);

        maps.store(RUN, "name", "evidence", text);

        assertThat(maps.load(RUN, "name").orElseThrow()).isEqualTo(text);
        assertThat(maps.load(RUN, "other")).isEmpty();
    }

    @Test
    void shorterTextLeavesNothingOfTheLongerOneThatHadItsName() {
        byte[] noise = new byte[2 * ChunkedMaps.CHUNK_BYTES + 1];
        new Random(1).nextBytes(noise);
        maps.store(RUN, "name", "evidence", noise);
        maps.store(RUN, "name-2", "evidence", noise);
        byte[] shorter = "{}".getBytes(StandardCharsets.UTF_8);

        maps.store(RUN, "name", "evidence", shorter);

        assertThat(api.names("configmaps")).containsExactly("name-00", "name-2-00", "name-2-01", "name-2-02");
        assertThat(maps.load(RUN, "name").orElseThrow()).isEqualTo(shorter);
    }

    @Test
    void digestThatIsLargerThanAnyIsNotRead() {
        new ChunkedMaps(api.client(), "digest.json.gz", Spool.temporary())
                .store(RUN, RUN.runId() + "-digest", "digest", new byte[5 << 20]);

        assertThatThrownBy(() -> new ResultStore(api.client()).digest(RUN))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessageContaining("more than 4194304 bytes");
    }

    @Test
    void compressedTextTellsItsLength() {
        try (var compressed = maps.compress(out -> out.write(new byte[300_000]))) {
            assertThat(ChunkedMaps.textBytes(compressed)).isEqualTo(300_000);
            assertThat(compressed.length()).isLessThan(1000);
        }
    }

    @Test
    void smallMapThatStandsForALargeTextIsNotRead() {
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (var compressed = maps.compress(out -> {
            for (long bytes = 0; bytes <= ResultStore.MOST_EVIDENCE_BYTES; bytes += blanks.length) {
                out.write(blanks);
            }
        })) {
            maps.storeCompressed(RUN, "run-1-evidence", "evidence", compressed);
        }

        assertThatThrownBy(() -> new ResultStore(api.client()).kept(RUN, "run-1", LongText::of))
                .isInstanceOf(EvidenceLostException.class)
                .hasMessageContaining("ConfigMaps run-1-evidence-00")
                .hasMessageContaining("more than 134217728 bytes");
    }
}
