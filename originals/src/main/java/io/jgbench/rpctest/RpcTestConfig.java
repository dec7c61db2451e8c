package io.jgbench.rpctest;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What the members do, the same at all of them, under the names that UnicastTestRpcDist has for it; the defaults are
 * its own. A change at one member changes all.
 *
 * @param threads callers of each member
 * @param requests requests that each member makes
 * @param messageSizeBytes what a PUT's request and a GET's answer carry
 * @param anycastCount how many members a PUT goes to
 * @param readPercentage share of GETs, 0 to 1
 */
record RpcTestConfig(
        @JsonProperty("num_threads") int threads,
        @JsonProperty("num_msgs") long requests,
        @JsonProperty("msg_size") int messageSizeBytes,
        @JsonProperty("anycast_count") int anycastCount,
        @JsonProperty("read_percentage") double readPercentage) {

    /** UnicastTestRpcDist's own. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    /** Of a number with two decimals that is multiplied by 100. */
    private static final double ROUNDING = 1e-9;

    static final RpcTestConfig DEFAULT = new RpcTestConfig(25, 20_000, 1000, 2, 0.8);

    /** Checks the ranges by making the workload. */
    RpcTestConfig {
        if (!(readPercentage >= 0 && readPercentage <= 1)) {
            throw new IllegalArgumentException("read percentage must be >= 0 and <= 1.0, got: " + readPercentage);
        }
        if (Math.abs(readPercentage * 100 - Math.round(readPercentage * 100)) > ROUNDING) {
            throw new IllegalArgumentException(
                    "read percentage must have two decimals at the most, got: " + readPercentage);
        }
        spec(threads, requests, messageSizeBytes, anycastCount, readPercentage);
    }

    RpcSpec spec() {
        return spec(threads, requests, messageSizeBytes, anycastCount, readPercentage);
    }

    private static RpcSpec spec(int threads, long requests, int size, int targets, double reads) {
        return new RpcSpec(
                RunLength.of(requests),
                Warmup.NONE,
                size,
                targets,
                (int) Math.round(reads * 100),
                threads,
                Optional.empty(),
                REQUEST_TIMEOUT,
                Duration.ofSeconds(1));
    }

    RpcTestConfig withThreads(int other) {
        return new RpcTestConfig(other, requests, messageSizeBytes, anycastCount, readPercentage);
    }

    RpcTestConfig withRequests(int other) {
        return new RpcTestConfig(threads, other, messageSizeBytes, anycastCount, readPercentage);
    }

    RpcTestConfig withMessageSize(int other) {
        return new RpcTestConfig(threads, requests, other, anycastCount, readPercentage);
    }

    RpcTestConfig withAnycastCount(int other) {
        return new RpcTestConfig(threads, requests, messageSizeBytes, other, readPercentage);
    }

    RpcTestConfig withReadPercentage(double other) {
        return new RpcTestConfig(threads, requests, messageSizeBytes, anycastCount, other);
    }

    /** As UnicastTestRpcDist prints it. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "anycast_count=%d, num_threads=%d, num_msgs=%d, msg_size=%d, read percentage=%.2f",
                anycastCount,
                threads,
                requests,
                messageSizeBytes,
                readPercentage);
    }
}
