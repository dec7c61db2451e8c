package io.jgbench.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Keeps a leader that was frozen for longer than its Lease lasts from changing anything when it wakes: another one may
 * lead by then. Every request that would change an object, other than the Lease of the leader, is refused from when the
 * Lease has expired until it is renewed. Counted from before the request that renewed it, so that no other operator can
 * have counted less.
 */
final class LeaderFence implements Interceptor {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final String leaseName;
    private final LongSupplier nanoTime;
    private volatile long askedNanos;
    private volatile Optional<Long> renewedNanos = Optional.empty();

    /**
     * Nothing is refused before the Lease was renewed for the first time.
     *
     * @param leaseName the name of the leader's Lease
     * @param nanoTime a clock that goes on while this process is stopped
     */
    LeaderFence(String leaseName, LongSupplier nanoTime) {
        this.leaseName = leaseName;
        this.nanoTime = nanoTime;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (READS.contains(request.method())) {
            return;
        }
        if (isOfLease(request)) {
            askedNanos = nanoTime.getAsLong();
        } else if (isExpired()) {
            throw new KubernetesClientException("not sent, as the Lease " + leaseName
                    + " was not renewed in time and another replica may lead: " + request.method() + " "
                    + request.uri().getPath());
        }
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (!READS.contains(request.method()) && isOfLease(request) && response.isSuccessful()) {
            renewedNanos = Optional.of(askedNanos);
        }
    }

    private boolean isExpired() {
        long now = nanoTime.getAsLong();
        return renewedNanos
                .filter(since -> now - since >= Leadership.LEASE_DURATION.toNanos())
                .isPresent();
    }

    /** The election asks one by one. */
    private boolean isOfLease(HttpRequest request) {
        return request.uri().getPath().endsWith("/leases/" + leaseName);
    }
}
