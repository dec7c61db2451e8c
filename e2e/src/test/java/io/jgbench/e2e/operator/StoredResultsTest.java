package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.KindNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Full results on a volume that is mounted into the operator's pod. */
@OperatorTest
class StoredResultsTest {
    private static final String NODE = "jgbench-worker4";
    private static final String FOLDER = "/var/lib/jgbench-results";
    private static final String VOLUME = """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: lab-results}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteOnce]
              persistentVolumeReclaimPolicy: Retain
              storageClassName: lab
              hostPath: {path: %s, type: Directory}
              claimRef: {namespace: %s, name: lab-results}
              nodeAffinity:
                required:
                  nodeSelectorTerms:
                  - matchExpressions:
                    - {key: kubernetes.io/hostname, operator: In, values: [%s]}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: lab-results}
            spec:
              accessModes: [ReadWriteOnce]
              storageClassName: lab
              volumeName: lab-results
              resources: {requests: {storage: 1Gi}}
            """.formatted(FOLDER, Installation.NAMESPACE, NODE);

    private final KindNode node = new KindNode(NODE);

    @BeforeEach
    void mountVolume(Lab lab) {
        // the operator's user is not root, and the kubelet does not change a folder of the node
        node.execute("install", "--directory", "--mode=777", FOLDER).orFail();
        lab.applyTextIn(Installation.NAMESPACE, VOLUME).orFail();
        lab.installation()
                .helm()
                .upgrade("results.storage.type=Volume", "results.storage.volume.existingClaim=lab-results");
    }

    @AfterEach
    void removeVolume(Lab lab) {
        lab.installation().helm().upgrade();
        lab.kubectlIn(Installation.NAMESPACE, "delete", "pvc,pv", "lab-results", "--ignore-not-found", "--timeout=2m")
                .orFail();
        node.execute("rm", "--recursive", "--force", FOLDER).orFail();
    }

    @Test
    void fullResultOfARunOutlivesTheRun(Lab lab) {
        lab.start(
                "stored", "members: 2, messages: 5000, messageSize: 1k, warmup: {messages: 500}, start: {maxSkew: 1m}");
        BenchmarkRun run = lab.waitUntil("stored", ConditionType.RESULTS_STORED, ConditionReason.STORED);

        String location = run.getStatus().resultsRef().location();
        assertThat(location).startsWith("/var/lib/jgbench/results/" + Installation.RUNS + "/stored-");
        lab.kubectl("delete", "brun", "stored").orFail();

        String folder = location.replace("/var/lib/jgbench/results", FOLDER);
        assertThat(node.execute("cat", folder + "/repetition-1/result.json").orFail())
                .contains("\"messagesPerSecond\"");
        assertThat(node.execute("cat", folder + "/report.html").orFail()).containsIgnoringCase("<!doctype html>");
    }
}
