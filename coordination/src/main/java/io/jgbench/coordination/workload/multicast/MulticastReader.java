package io.jgbench.coordination.workload.multicast;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.MulticastSettings;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WarmupReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the workload Multicast. */
record MulticastReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    Supplier<MulticastSpec> read(int members) {
        int senders = (int) reader.number(top("senders"), spec.senders(), members);
        if (spec.senders() != null && senders > members) {
            reader.add(new SpecProblem(
                    "spec.senders",
                    "spec." + BenchmarkRunSpec.SENDERS_RULE,
                    senders + " senders of " + members + " members",
                    "a good value is " + members));
        }
        Supplier<RunLength> length = length();
        long messageSize = reader.bytes(top("messageSize"), spec.messageSize());
        Supplier<Warmup> warmup = new WarmupReader(reader, spec).read();
        var settings = settings();
        int senderThreads = (int) reader.number(multicast("senderThreads"), settings.senderThreads(), 1);
        var logInterval = reader.duration(multicast("logInterval"), settings.logInterval());
        var processingDelay = reader.duration(multicast("processingDelay"), settings.processingDelay());
        int sampleInterval = (int) reader.number(
                multicast("latencySampleInterval"),
                settings.latencySampleInterval(),
                MulticastSpec.usualLatencySampleInterval(messageSize));
        int targetRate = (int) reader.number(multicast("targetRate"), settings.targetRate(), 0);
        var arrivals = reader.arrivals(multicast("arrivals"), settings.arrivals(), "targetRate", settings.targetRate());
        return () -> new MulticastSpec(
                senders,
                length.get(),
                (int) messageSize,
                warmup.get(),
                senderThreads,
                logInterval,
                processingDelay,
                sampleInterval,
                settings.targetRate() == null ? Optional.empty() : Optional.of(targetRate),
                arrivals);
    }

    private Supplier<RunLength> length() {
        if ((spec.messages() == null) == (spec.duration() == null)) {
            reader.add(new SpecProblem(
                    "spec.messages",
                    BenchmarkRunSpec.MESSAGES_RULE,
                    spec.messages() == null ? "neither" : "both",
                    "write duration: 20s"));
        }
        if (spec.duration() != null) {
            Duration duration = reader.duration(top("duration"), spec.duration());
            return () -> RunLength.of(duration);
        }
        long messages = reader.number(top("messages"), spec.messages(), 1);
        return () -> RunLength.of(messages);
    }

    private MulticastSettings settings() {
        var workload = requireNonNullElse(spec.workload(), WorkloadSettings.defaults());
        return requireNonNullElse(workload.multicast(), MulticastSettings.defaults());
    }

    private static Setting top(String component) {
        return Setting.of("spec", BenchmarkRunSpec.class, component);
    }

    private static Setting multicast(String component) {
        return Setting.of("spec.workload.multicast", MulticastSettings.class, component);
    }
}
