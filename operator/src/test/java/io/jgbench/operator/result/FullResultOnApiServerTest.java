package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.spool.Spool;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command by which OPERATOR.md has people download a result, up to the two programs that unpack it. */
@ApiServerTest
class FullResultOnApiServerTest {
    private static final Path GUIDE = Path.of("..", "docs", "OPERATOR.md");
    private static final Pattern COMMAND = Pattern.compile(
            "kubectl get configmap -n jgbench-runs -l (\\S+) \\\\\\s+-o go-template='([^']+)' \\| base64 -d \\|"
                    + " gunzip");

    @ParameterizedTest
    @ValueSource(ints = {1000, 2 * ChunkedMaps.CHUNK_BYTES + 1})
    void oneCommandDownloadsTheResultInHoweverManyPartsItIsKept(int bytes, ApiServer server, KubernetesClient client)
            throws Exception {
        byte[] result = new byte[bytes];
        new Random(bytes).nextBytes(result);
        String name = "download-" + bytes;
        new ChunkedMaps(client, StoredContent.RESULTS_KEY, Spool.temporary())
                .store(
                        new RunRef(client.getNamespace(), name, "uid"),
                        name + "-results",
                        StoredContent.RESULTS.label(),
                        result);

        Matcher command = COMMAND.matcher(Files.readString(GUIDE));
        assertThat(command.find()).as("OPERATOR.md has " + COMMAND).isTrue();
        var output = server.kubectl(
                "get",
                "configmap",
                "--namespace",
                client.getNamespace(),
                "-l",
                command.group(1).replace("quickstart", name),
                "-o",
                "go-template=" + command.group(2));

        assertThat(output.status()).as(output.text()).isZero();
        assertThat(unpacked(output.text())).isEqualTo(result);
    }

    private static byte[] unpacked(String base64) throws IOException {
        byte[] compressed = Base64.getDecoder().decode(base64);
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return gzip.readAllBytes();
        }
    }
}
