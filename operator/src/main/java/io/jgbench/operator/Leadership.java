package io.jgbench.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A replica's part in the election of the one that acts: by a Lease, which it gives back when it stops. */
final class Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    /** The name of the Lease where none is told. */
    static final String DEFAULT_LEASE = "jgbench-operator-leader";

    /** After it a Lease that was not renewed may be another's. */
    static final Duration LEASE_DURATION = Duration.ofSeconds(15);

    private final String namespace;
    private final String leaseName;
    private final String identity;
    private final Runnable whenLeading;
    private final Runnable whenLost;
    private volatile boolean isStopping;

    /**
     * Takes part under a name.
     *
     * @param namespace where the Lease is
     * @param leaseName the name of the Lease, the same for all replicas and another for each installation
     * @param identity the replica's name, another for each; one that is started anew under its name leads on
     * @param whenLeading is called when this replica begins to lead, before it reconciles anything
     * @param whenLost ends this replica, as what it has under way is another's from then on
     */
    Leadership(String namespace, String leaseName, String identity, Runnable whenLeading, Runnable whenLost) {
        this.namespace = namespace;
        this.leaseName = leaseName;
        this.identity = identity;
        this.whenLeading = whenLeading;
        this.whenLost = whenLost;
    }

    LeaderElectionConfiguration configuration() {
        return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(leaseName)
                .withLeaseNamespace(namespace)
                .withIdentity(identity)
                .withLeaseDuration(LEASE_DURATION)
                // the framework's own way ends the process also where its end is under way, which then waits for itself
                .withExitOnStopLeading(false)
                .withLeaderCallbacks(new LeaderCallbacks(whenLeading, this::ended, leader -> {}))
                .build();
    }

    private void ended() {
        if (!isStopping) {
            LOG.error("{} leads no more: the Lease {} could not be renewed in time", identity, leaseName);
            whenLost.run();
        }
    }

    /** Says that this replica stops, so that its leadership ends with it and not the other way round. */
    void stopping() {
        isStopping = true;
    }

    /** Once nothing is under way any more: lets another lead now, and not only when the Lease has expired. */
    void giveBack(KubernetesClient client) {
        try {
            Lease lease =
                    client.leases().inNamespace(namespace).withName(leaseName).get();
            if (lease != null && identity.equals(lease.getSpec().getHolderIdentity())) {
                client.resource(free(lease)).update();
            }
        } catch (KubernetesClientException e) {
            LOG.warn("Cannot release the Lease {}; another replica leads when it expires: {}", leaseName, e.toString());
        }
    }

    private static Lease free(Lease lease) {
        return new LeaseBuilder(lease)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .endSpec()
                .build();
    }
}
