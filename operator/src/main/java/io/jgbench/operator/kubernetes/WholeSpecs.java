package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.StackSource;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Specs with the long texts that {@link LeanObjects} leaves out. An object with such a text is read anew, two at a
 * time: a thousand runs that are resolved at once would take the operator's memory. Others need no request.
 *
 * <p>A request may fail as any other does. Where the object is another one by now than the one that was read before,
 * the caller gets a conflict, which passes: what is new comes by the watch. It gets one as well where others are read
 * for too long, since nothing waits for long in a reconciliation.
 */
public final class WholeSpecs {
    private static final int AT_A_TIME = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final KubernetesSerialization whole = LeanObjects.wholeSpecs();
    private final KubernetesSerialization lean = LeanObjects.serialization();
    private final Semaphore turns = new Semaphore(AT_A_TIME);
    private final Duration patience;

    /** Through this client. */
    public WholeSpecs(KubernetesClient client) {
        this(client, PATIENCE);
    }

    /**
     * Through this client.
     *
     * @param patience how long a caller waits while others are read
     */
    WholeSpecs(KubernetesClient client, Duration patience) {
        this.client = client;
        this.patience = patience;
    }

    /**
     * Reads the whole spec of a run.
     *
     * @param run as it was read before
     * @throws KubernetesClientException if it cannot be read; a conflict, which passes, if it is another one by now or
     *     others are read for too long
     */
    public BenchmarkRunSpec read(BenchmarkRun run) {
        BenchmarkRunSpec spec = run.getSpec();
        return texts(spec).anyMatch(LeftOutTexts::isStandIn) ? get(run, BenchmarkRun.class) : spec;
    }

    /**
     * Reads the whole spec of a suite.
     *
     * @param suite as it was read before
     * @throws KubernetesClientException if it cannot be read; a conflict, which passes, if it is another one by now or
     *     others are read for too long
     */
    public BenchmarkSuiteSpec read(BenchmarkSuite suite) {
        BenchmarkSuiteSpec spec = suite.getSpec();
        Stream<String> texts = Stream.concat(
                Stream.ofNullable(spec.template()).flatMap(WholeSpecs::texts),
                spec.axes().stream().flatMap(WholeSpecs::texts));
        return texts.anyMatch(LeftOutTexts::isStandIn) ? get(suite, BenchmarkSuite.class) : spec;
    }

    private static Stream<String> texts(BenchmarkRunSpec spec) {
        return Stream.ofNullable(spec.stack()).map(StackSource::inline).flatMap(Stream::ofNullable);
    }

    private static Stream<String> texts(AxisSettings axis) {
        return axis.points().stream().flatMap(point -> point.values().values().stream());
    }

    private <S> S get(CustomResource<S, ?> before, Class<? extends CustomResource<S, ?>> type) {
        awaitTurn(before);
        try {
            CustomResource<S, ?> now = whole.unmarshal(client.raw(ObjectPath.of(before), "GET", null), type);
            if (!isSame(before, now)) {
                throw conflict(before, "was changed or replaced since the operator has read it; it is read again");
            }
            return now.getSpec();
        } finally {
            turns.release();
        }
    }

    private void awaitTurn(CustomResource<?, ?> object) {
        try {
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw conflict(object, "was not read within " + patience.toMillis() + " ms, as others are being read");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted before " + path(object) + " was read", e);
        }
    }

    private static KubernetesClientException conflict(CustomResource<?, ?> object, String what) {
        return new KubernetesClientException(path(object) + " " + what, HttpURLConnection.HTTP_CONFLICT, null);
    }

    private static String path(CustomResource<?, ?> object) {
        return "%s %s/%s"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName());
    }

    /** Both are compared as copies: an empty text, which is none in a copy, would be a difference. */
    private <S> boolean isSame(CustomResource<S, ?> before, CustomResource<S, ?> now) {
        return before.getMetadata().getUid().equals(now.getMetadata().getUid())
                && lean.clone(now).getSpec().equals(lean.clone(before).getSpec());
    }
}
