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
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * Specs with the long texts that {@link LeanObjects} leaves out. An object with such a text is read anew, two at a
 * time: a thousand runs that are resolved at once would take the operator's memory. Others need no request.
 *
 * <p>A request may fail as any other does. Where the object is another one by now than the one that was read before,
 * the caller gets a conflict, which passes: what is new comes by the watch.
 */
public final class WholeSpecs {
    private static final int AT_A_TIME = 2;

    private final KubernetesClient client;
    private final KubernetesSerialization whole = LeanObjects.wholeSpecs();
    private final KubernetesSerialization lean = LeanObjects.serialization();
    private final Semaphore turns = new Semaphore(AT_A_TIME);

    /** Through this client. */
    public WholeSpecs(KubernetesClient client) {
        this.client = client;
    }

    /** The whole spec of a run as it was read before. */
    public BenchmarkRunSpec of(BenchmarkRun run) {
        BenchmarkRunSpec spec = run.getSpec();
        return texts(spec).anyMatch(LeftOutTexts::isLeftOut) ? read(run, BenchmarkRun.class) : spec;
    }

    /** The whole spec of a suite as it was read before. */
    public BenchmarkSuiteSpec of(BenchmarkSuite suite) {
        BenchmarkSuiteSpec spec = suite.getSpec();
        Stream<String> texts = Stream.concat(
                Stream.ofNullable(spec.template()).flatMap(WholeSpecs::texts),
                spec.axes().stream().flatMap(WholeSpecs::texts));
        return texts.anyMatch(LeftOutTexts::isLeftOut) ? read(suite, BenchmarkSuite.class) : spec;
    }

    private static Stream<String> texts(BenchmarkRunSpec spec) {
        return Stream.ofNullable(spec.stack()).map(StackSource::inline).flatMap(Stream::ofNullable);
    }

    private static Stream<String> texts(AxisSettings axis) {
        return axis.points().stream().flatMap(point -> point.values().values().stream());
    }

    private <S> S read(CustomResource<S, ?> before, Class<? extends CustomResource<S, ?>> type) {
        turns.acquireUninterruptibly();
        try {
            CustomResource<S, ?> now = whole.unmarshal(client.raw(ObjectPath.of(before), "GET", null), type);
            if (!isSame(before, now)) {
                throw new KubernetesClientException(
                        "%s %s/%s was changed or replaced since the operator has read it; it is read again"
                                .formatted(
                                        before.getKind(),
                                        before.getMetadata().getNamespace(),
                                        before.getMetadata().getName()),
                        HttpURLConnection.HTTP_CONFLICT,
                        null);
            }
            return now.getSpec();
        } finally {
            turns.release();
        }
    }

    /** Both are compared as copies: an empty text, which is none in a copy, would be a difference. */
    private <S> boolean isSame(CustomResource<S, ?> before, CustomResource<S, ?> now) {
        return before.getMetadata().getUid().equals(now.getMetadata().getUid())
                && lean.clone(now).getSpec().equals(lean.clone(before).getSpec());
    }
}
