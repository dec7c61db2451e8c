package io.jgbench.coordination.spec;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.MulticastSettings;
import io.jgbench.api.v1alpha1.WarmupSettings;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.SettingReader.Setting;
import java.util.function.Supplier;

/** Reads the workload Multicast. */
record MulticastReader(SettingReader reader, BenchmarkRunSpec spec) {
    /** The warm-up of a run that says nothing of it is this part of its messages ... */
    private static final long DEFAULT_WARMUP_DIVISOR = 10;

    /** ... but no more than this. */
    private static final long LONGEST_DEFAULT_WARMUP = 100_000;

    /** Reads and checks the settings now; what they make can be had when none was wrong. */
    Supplier<MulticastSpec> read(int members) {
        int senders = (int) reader.number(top("senders"), spec.senders(), members);
        if (spec.senders() != null && senders > members) {
            reader.add(new SpecProblem(
                    "spec.senders",
                    "spec." + BenchmarkRunSpec.SENDERS_RULE,
                    senders + " senders of " + members + " members",
                    "a good value is " + members));
        }
        if (spec.messages() == null) {
            reader.add(new SpecProblem(
                    "spec.messages", "spec." + BenchmarkRunSpec.MESSAGES_RULE, "nothing", "a good value is 1000000"));
        }
        long messages = reader.number(top("messages"), spec.messages(), 0);
        long messageSize = reader.bytes(top("messageSize"), spec.messageSize());
        var warmup = requireNonNullElse(spec.warmup(), WarmupSettings.defaults());
        long warmupMessages = reader.number(
                Setting.of("spec.warmup", WarmupSettings.class, "messages"),
                warmup.messages(),
                Math.min(messages / DEFAULT_WARMUP_DIVISOR, LONGEST_DEFAULT_WARMUP));
        var settings = settings();
        int senderThreads = (int) reader.number(multicast("senderThreads"), settings.senderThreads(), 1);
        var logInterval = reader.duration(multicast("logInterval"), settings.logInterval());
        var processingDelay = reader.duration(multicast("processingDelay"), settings.processingDelay());
        int sampleInterval =
                (int) reader.number(multicast("latencySampleInterval"), settings.latencySampleInterval(), 0);
        return () -> new MulticastSpec(
                senders,
                messages,
                (int) messageSize,
                warmupMessages,
                senderThreads,
                logInterval,
                processingDelay,
                sampleInterval);
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
