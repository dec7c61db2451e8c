package io.jgbench.e2e.faults;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.FailureReport;
import io.jgbench.e2e.operator.Installation;
import io.jgbench.e2e.operator.Lab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** What there is to read of a round that failed: runs, events, pods and logs, in a folder of the run's name. */
final class Evidence {
    private final Lab lab;
    private final Path folder;
    private boolean isKept;

    Evidence(Lab lab, String run) {
        this.lab = lab;
        this.folder = Cluster.ofEnvironment().reports().resolve(run);
    }

    /** Keeps what is there now; the first time tells most, as a run's objects go with it. */
    void keep() {
        if (isKept) {
            return;
        }
        isKept = true;
        try {
            lab.describeRuns(folder);
            FailureReport.of(lab.client()).write(folder);
            try (KubernetesClient system = Cluster.ofEnvironment().client(Installation.NAMESPACE)) {
                FailureReport.of(system).write(folder.resolve(Installation.NAMESPACE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the evidence of a failed round cannot be written to " + folder, e);
        }
    }
}
