package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.TestSuites;
import io.jgbench.report.html.suite.SuitePage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSuiteTest {
    private static final String PLACE = "bsuite/lab";
    private static final String RUN = "lab-c1-r1.json.gz";

    private final TestSuites suite = TestSuites.whole();

    @Test
    void suiteOfAClusterComesToWhatALocalOneDoes() throws Exception {
        ClusterSuite cluster = read(object("Completed"));
        List<VisitDigest> digests = cluster.digests(configMaps(suite.digests()));
        SuiteResult result = cluster.result(cluster.spec(), digests);

        StoredSuite stored = cluster.stored(result, digests, SuiteDetails.NONE);

        assertThat(result.cells()).isEqualTo(suite.result().cells());
        assertThat(result.phase()).isEqualTo(suite.result().phase());
        assertThat(stored.digests()).hasSize(36);
        assertThat(stored.specs()).hasSize(6);
        assertThat(cluster.selector()).isEqualTo("jgbench.io/suite-id=lab-x4kq2m,jgbench.io/content=digests");
        assertThat(cluster.missing(digests)).isEmpty();
        assertThat(SuitePage.html(stored))
                .contains("kubectl apply -f suite.yaml -n bench", "members=2,stack=udp", "ReceiveDrops");
    }

    @Test
    void suiteThatIsUnderWayIsReadAsFarAsItIs() throws Exception {
        ClusterSuite cluster = read(object("Running"));
        List<VisitDigest> digests = cluster.digests(configMaps(suite.digests().subList(0, 5)));

        assertThat(cluster.result(cluster.spec(), digests).phase().isOver()).isFalse();
        assertThat(cluster.missing(digests))
                .contains("bsuite/lab had 36 digests, and 5 are there; visits without one are left out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Completed", "BudgetSpent"})
    void suiteThatWasOverBeforeItsSpecChangedIsUnderWay(String phase) throws Exception {
        ObjectNode object = object(phase);
        ((ObjectNode) object.path("metadata")).put("generation", 2);
        ((ObjectNode) object.path("status")).put("observedGeneration", 1);
        assertThat(phaseOf(object)).isEqualTo(SuitePhase.RUNNING);

        ((ObjectNode) object.path("status")).put("observedGeneration", 2);
        assertThat(phaseOf(object).isOver()).isTrue();
    }

    private SuitePhase phaseOf(ObjectNode object) throws Exception {
        ClusterSuite cluster = read(object);
        return cluster.result(cluster.spec(), suite.digests()).phase();
    }

    @Test
    void suiteThatWasRefusedBeforeItBeganSaysWhy() {
        ObjectNode refused = object("Refused");
        ((ObjectNode) refused.at("/status")).remove("digests");
        assertThatThrownBy(() -> read(refused))
                .isInstanceOf(StoredResultException.class)
                .hasMessage("bsuite/lab was refused: spec.rounds must be at least 1");
    }

    @Test
    void suiteThatWasRefusedHalfwayIsReadAsFarAsItIsAndSaysWhy() throws Exception {
        ClusterSuite cluster = read(object("Refused"));
        List<VisitDigest> digests = cluster.digests(configMaps(suite.digests().subList(0, 5)));

        SuiteResult result = cluster.result(cluster.spec(), digests);

        assertThat(result.phase().isOver()).isFalse();
        assertThat(result.cells().getFirst().validRounds()).isPositive();
        assertThat(cluster.refusal())
                .contains("bsuite/lab was refused before its end, and has what was measured until then: spec.rounds"
                        + " must be at least 1");
        assertThat(read(object("Running")).refusal()).isEmpty();
    }

    @Test
    void suiteWithoutAStatusOrADigestSaysSo() throws Exception {
        ObjectNode without = object("Running");
        without.remove("status");
        assertThatThrownBy(() -> read(without))
                .hasMessage("bsuite/lab has no status yet; does an operator look after its namespace?");
        ClusterSuite cluster = read(object("Running"));
        assertThatThrownBy(() -> cluster.digests(configMaps(List.of())))
                .hasMessage("bsuite/lab has no digest yet: no visit is over. See kubectl get bsuite lab.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "<html>", "{\"spec\": {\"template\": 7}}", "{\"spec\": {\"axes\": []}}"})
    void whatIsNoSuiteIsRefusedWithOneLine(String text) {
        assertThatThrownBy(() -> ClusterSuite.of(PLACE, text.getBytes(StandardCharsets.UTF_8), TestSuites.resolver()))
                .isInstanceOf(StoredResultException.class)
                .message()
                .startsWith("bsuite/lab is no BenchmarkSuite")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "truncated | the digest lab-c1-r1.json.gz in ConfigMap lab-x4kq2m-digests-000 is not whole",
                "noBase64 | the digest lab-c1-r1.json.gz in ConfigMap lab-x4kq2m-digests-000 is not whole",
                "noJson | the digest lab-c1-r1.json.gz in ConfigMap lab-x4kq2m-digests-000 is not whole",
                "version | the digest lab-c1-r1.json.gz in ConfigMap lab-x4kq2m-digests-000 must be of version 1",
                "suite | the digest of run lab-c1-r1 is of cell members=2,stack=udp of suite other, which is not",
                "cell | the digest of run lab-c1-r1 is of cell members=3 of suite lab, which is not cell 1 of suite",
                "number | the digest of run lab-c1-r1 is of cell members=2,stack=udp of suite lab, which is not cell",
                "histogram | bsuite/lab: latency of run lab-c1-r1 is no histogram",
                "huge | the digest lab-c1-r1.json.gz in ConfigMap lab-x4kq2m-digests-000 is larger than any",
                "twice | bsuite/lab has two digests of run lab-c1-r1",
            })
    void digestThatIsDamagedOrForeignIsOneLine(String what, String sentence) throws Exception {
        ClusterSuite cluster = read(object("Completed"));
        VisitDigest first = suite.digests().getFirst();
        ObjectNode list = tree(suite.digests());
        ObjectNode data = (ObjectNode) list.at("/items/0/binaryData");
        byte[] json = SuiteJson.write(first);
        switch (what) {
            case "truncated" -> {
                byte[] whole = gzip(json);
                data.put(RUN, base64(Arrays.copyOf(whole, whole.length / 2)));
            }
            case "noBase64" -> data.put(RUN, "%%%");
            case "noJson" -> data.put(RUN, base64(gzip(Arrays.copyOf(json, json.length / 2))));
            case "version" -> put(data, VisitDigestBuilder.builder(first).schemaVersion(9));
            case "suite" -> put(data, VisitDigestBuilder.builder(first).suite("other"));
            case "cell" -> put(data, VisitDigestBuilder.builder(first).coordinates(Map.of("members", "3")));
            case "number" -> put(data, VisitDigestBuilder.builder(first).visit(new VisitId(999, 1, 1)));
            case "histogram" -> put(data, VisitDigestBuilder.builder(first).histograms(Map.of("latency", "AAAA")));
            case "huge" -> data.put(RUN, base64(gzip(new byte[5 << 20])));
            case "twice" -> data.put("again.json.gz", data.get(RUN).asText());
            default -> throw new IllegalArgumentException(what);
        }

        assertThatThrownBy(() -> cluster.digests(RunDocument.json().writeValueAsBytes(list)))
                .isInstanceOf(StoredResultException.class)
                .message()
                .startsWith(sentence)
                .hasLineCount(1);
    }

    private static void put(ObjectNode data, VisitDigestBuilder digest) throws IOException {
        data.put(RUN, base64(gzip(SuiteJson.write(digest.build()))));
    }

    private ClusterSuite read(ObjectNode object) throws Exception {
        return ClusterSuite.of(PLACE, RunDocument.json().writeValueAsBytes(object), TestSuites.resolver());
    }

    /** As {@code kubectl get} gives it. */
    private ObjectNode object(String phase) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("kind", "BenchmarkSuite");
        object.putObject("metadata").put("name", TestSuites.NAME).put("namespace", "bench");
        object.set("spec", RunDocument.json().valueToTree(suite.declared()));
        ObjectNode status = object.putObject("status");
        status.put("suiteId", "lab-x4kq2m").put("phase", phase).put("of a later version", true);
        status.putObject("digests").put("count", 36);
        status.putArray("conditions")
                .addObject()
                .put("type", "Resolved")
                .put("status", "False")
                .put("lastTransitionTime", "2026-11-01T10:00:00Z")
                .put("reason", "SpecInvalid")
                .put("message", "spec.rounds must be at least 1\nand more");
        return object;
    }

    private static byte[] configMaps(List<VisitDigest> digests) throws IOException {
        return RunDocument.json().writeValueAsBytes(tree(digests));
    }

    private static ObjectNode tree(List<VisitDigest> digests) throws IOException {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode items = list.putArray("items");
        ObjectNode map = items.addObject();
        map.putObject("metadata").put("name", "lab-x4kq2m-digests-000");
        ObjectNode data = map.putObject("binaryData");
        for (VisitDigest digest : digests) {
            data.put(digest.run() + ".json.gz", base64(gzip(SuiteJson.write(digest))));
        }
        items.addObject().putObject("metadata").put("name", "lab-x4kq2m-digests-001");
        return list;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] gzip(byte[] json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json);
        }
        return bytes.toByteArray();
    }
}
