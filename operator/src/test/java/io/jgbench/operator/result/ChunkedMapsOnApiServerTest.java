package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.spool.Spool;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@ApiServerTest
class ChunkedMapsOnApiServerTest {
    private static final String EVIDENCE = "evidence";

    @Test
    void textOfOneNameIsReadWithoutThoseOfOthers(KubernetesClient client) {
        var run = new RunRef(client.getNamespace(), "many", "uid");
        List<String> paths = new CopyOnWriteArrayList<>();
        try (var watched = noting(paths, client)) {
            var maps = new ChunkedMaps(watched, "part", Spool.temporary());
            byte[] first = text(2 * ChunkedMaps.CHUNK_BYTES + 1);
            maps.store(run, "many-1", EVIDENCE, first);
            maps.store(run, "many-11", EVIDENCE, text(1000));
            paths.clear();

            assertThat(maps.load(run, "many-1")).hasValue(first);

            assertThat(paths)
                    .extracting(path -> path.substring(path.lastIndexOf('/') + 1))
                    .containsExactly("many-1-00", "many-1-01", "many-1-02", "many-1-03");
            assertThat(maps.load(run, "many-2")).isEmpty();
        }
    }

    @Test
    void textWhoseLastPartWasRemovedIsNotThere(KubernetesClient client) {
        var run = new RunRef(client.getNamespace(), "cut", "uid");
        var maps = new ChunkedMaps(client, "part", Spool.temporary());
        maps.store(run, "cut-1", EVIDENCE, text(ChunkedMaps.CHUNK_BYTES + 1));

        client.configMaps().withName("cut-1-01").delete();

        assertThat(maps.load(run, "cut-1")).isEmpty();
    }

    /** Random bytes, which compression does not make smaller. */
    private static byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        new Random(bytes).nextBytes(text);
        return text;
    }

    private static KubernetesClient noting(List<String> paths, KubernetesClient client) {
        return new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("paths", new Interceptor() {
                    @Override
                    public void before(BasicBuilder asked, HttpRequest request, RequestTags tags) {
                        paths.add(request.uri().getPath());
                    }
                }))
                .build();
    }
}
