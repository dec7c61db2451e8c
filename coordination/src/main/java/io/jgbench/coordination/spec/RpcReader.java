package io.jgbench.coordination.spec;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.RpcSettings;
import io.jgbench.api.v1alpha1.WarmupSettings;
import io.jgbench.coordination.spec.SettingReader.Setting;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the workload Rpc. */
record RpcReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** The warm-up of a run that says nothing of it is as long as what is measured, but no longer than this. */
    private static final long LONGEST_DEFAULT_WARMUP = 100_000;

    /** Reads and checks the settings now; what they make can be had when none was wrong. */
    Supplier<RpcSpec> read() {
        if (spec.messages() != null) {
            reader.add(new SpecProblem(
                    "spec.messages",
                    "spec." + BenchmarkRunSpec.MESSAGES_RPC_RULE,
                    spec.messages().toString(),
                    "leave messages out"));
        }
        long payload = reader.bytes(Setting.of("spec", BenchmarkRunSpec.class, "messageSize"), spec.messageSize());
        RpcSettings given = spec.workload() == null || spec.workload().rpc() == null
                ? RpcSettings.defaults()
                : spec.workload().rpc();
        long requests = reader.number(rpc("requests"), given.requests(), 0);
        var warmup = requireNonNullElse(spec.warmup(), WarmupSettings.defaults());
        long warmupRequests = reader.number(
                Setting.of("spec.warmup", WarmupSettings.class, "messages"),
                warmup.messages(),
                Math.min(requests, LONGEST_DEFAULT_WARMUP));
        int targets = (int) reader.number(rpc("targets"), given.targets(), 0);
        int readPercent = (int) reader.number(rpc("readPercent"), given.readPercent(), 0);
        int concurrency = (int) reader.number(rpc("concurrency"), given.concurrency(), 0);
        int targetRate = (int) reader.number(rpc("targetRate"), given.targetRate(), 0);
        var requestTimeout = reader.duration(rpc("requestTimeout"), given.requestTimeout());
        var logInterval = reader.duration(rpc("logInterval"), given.logInterval());
        return () -> new RpcSpec(
                requests,
                warmupRequests,
                (int) payload,
                targets,
                readPercent,
                concurrency,
                given.targetRate() == null ? Optional.empty() : Optional.of(targetRate),
                requestTimeout,
                logInterval);
    }

    private static Setting rpc(String component) {
        return Setting.of("spec.workload.rpc", RpcSettings.class, component);
    }
}
