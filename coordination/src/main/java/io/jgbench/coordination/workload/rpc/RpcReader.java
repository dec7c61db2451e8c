package io.jgbench.coordination.workload.rpc;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.RpcSettings;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WarmupReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the workload Rpc. */
record RpcReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
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
        Supplier<RunLength> length = length(given);
        Supplier<Warmup> warmup = new WarmupReader(reader, spec).read();
        int targets = (int) reader.number(rpc("targets"), given.targets(), 0);
        int readPercent = (int) reader.number(rpc("readPercent"), given.readPercent(), 0);
        int concurrency = (int) reader.number(rpc("concurrency"), given.concurrency(), 0);
        int targetRate = (int) reader.number(rpc("targetRate"), given.targetRate(), 0);
        var arrivals = reader.arrivals(rpc("arrivals"), given.arrivals(), "targetRate", given.targetRate());
        var requestTimeout = reader.duration(rpc("requestTimeout"), given.requestTimeout());
        var logInterval = reader.duration(rpc("logInterval"), given.logInterval());
        return () -> new RpcSpec(
                length.get(),
                warmup.get(),
                (int) payload,
                targets,
                readPercent,
                concurrency,
                given.targetRate() == null ? Optional.empty() : Optional.of(targetRate),
                arrivals,
                requestTimeout,
                logInterval);
    }

    private Supplier<RunLength> length(RpcSettings given) {
        if (given.duration() == null) {
            long requests = reader.number(rpc("requests"), given.requests(), RpcSettings.DEFAULT_REQUESTS);
            return () -> RunLength.of(requests);
        }
        if (given.requests() != null) {
            reader.add(new SpecProblem(
                    "spec.workload.rpc", "spec." + RpcSettings.LENGTH_RULE, "both", "leave one of them out"));
        }
        Duration duration = reader.duration(rpc("duration"), given.duration());
        return () -> RunLength.of(duration);
    }

    private static Setting rpc(String component) {
        return Setting.of("spec.workload.rpc", RpcSettings.class, component);
    }
}
