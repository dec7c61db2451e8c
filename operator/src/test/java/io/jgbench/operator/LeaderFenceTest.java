package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.operator.cluster.FakeApiServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LeaderFenceTest {
    private static final Duration BEFORE_IT_EXPIRES = Leadership.LEASE_DURATION.minusMillis(1);

    private final FakeApiServer api = new FakeApiServer();
    private final AtomicLong nanos = new AtomicLong(1);
    private final AtomicLong nanosEachTimeItIsAsked = new AtomicLong();
    private final KubernetesClient client = OperatorMain.fenced(
                    new ConfigBuilder(api.client().getConfiguration()).withRequestRetryBackoffLimit(3),
                    Leadership.DEFAULT_LEASE,
                    () -> nanos.getAndAdd(nanosEachTimeItIsAsked.get()))
            .build();

    @AfterEach
    void close() {
        client.close();
        api.close();
    }

    @Test
    void leaderThatWasFrozenForLongerThanItsLeaseChangesNothing() {
        renew();
        create("before");
        sleep(Leadership.LEASE_DURATION);

        assertThatThrownBy(() -> create("after"))
                .isInstanceOf(KubernetesClientException.class)
                .hasStackTraceContaining("another replica may lead");
        assertThatThrownBy(() -> client.configMaps().withName("before").delete())
                .isInstanceOf(KubernetesClientException.class);

        assertThat(api.names("configmaps")).containsExactly("before");
        assertThat(client.configMaps().withName("before").get()).isNotNull();
    }

    @Test
    void leaderThatRenewsItsLeaseGoesOn() {
        renew();
        sleep(BEFORE_IT_EXPIRES);
        renew();
        sleep(BEFORE_IT_EXPIRES);
        create("one");
        sleep(Leadership.LEASE_DURATION);
        renew();
        create("two");

        assertThat(api.names("configmaps")).containsExactly("one", "two");
    }

    @Test
    void leaseThatIsNotRenewedDoesNotCount() {
        renew();
        sleep(BEFORE_IT_EXPIRES);
        api.refuse("leases");
        assertThatThrownBy(this::renew).isInstanceOf(KubernetesClientException.class);
        sleep(Duration.ofMillis(1));

        assertThatThrownBy(() -> create("after")).isInstanceOf(KubernetesClientException.class);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void requestThatFailsWhileTheLeaseExpiresEnds() {
        renew();
        nanosEachTimeItIsAsked.set(Leadership.LEASE_DURATION.toNanos());
        api.breakAt(1, false);

        assertThatThrownBy(() -> create("during")).isInstanceOf(KubernetesClientException.class);
        assertThat(api.names("configmaps")).isEmpty();
    }

    private void sleep(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void renew() {
        Lease lease = new LeaseBuilder()
                .withNewMetadata()
                .withName(Leadership.DEFAULT_LEASE)
                .endMetadata()
                .build();
        client.resource(lease).fieldManager("test").forceConflicts().serverSideApply();
    }

    private void create(String name) {
        ConfigMap map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
        client.resource(map).create();
    }
}
