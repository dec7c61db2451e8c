package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunkedMapsTest {
    private static final RunRef RUN = new RunRef("lab", "run", "uid");

    private final FakeApiServer api = new FakeApiServer();
    private final ChunkedMaps maps = new ChunkedMaps(api.client(), "evidence.json.gz");

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void textIsLoadedAsItWasStored() {
        byte[] text = "{}".getBytes(StandardCharsets.UTF_8);

        byte[] compressed = maps.store(RUN, "name", "evidence", text);

        assertThat(ChunkedMaps.textBytes(compressed)).isEqualTo(2);
        assertThat(maps.load(RUN, "name").orElseThrow()).isEqualTo(text);
        assertThat(maps.load(RUN, "other")).isEmpty();
    }

    @Test
    void smallMapThatStandsForALargeTextIsNotRead() {
        maps.store(RUN, "run-1-evidence", "evidence", new byte[ChunkedMaps.MOST_BYTES + 1]);

        assertThatThrownBy(() -> new ResultStore(api.client()).kept(RUN, "run-1"))
                .isInstanceOf(EvidenceLostException.class)
                .hasMessageContaining("ConfigMaps run-1-evidence-00")
                .hasMessageContaining("more than 67108864 bytes");
    }
}
