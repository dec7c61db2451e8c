package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.workload.multicast.MulticastWorkload;
import io.jgbench.workload.rpc.RpcWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measured part begins with the code that the warm-up has compiled: the JVM throws none of ours away then. */
class WarmCodeTest {
    private static final String DEOPTIMIZATION = "jdk.Deoptimization";
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Before the begin, as the end of the warm-up must throw nothing away either; and after it. */
    private static final Duration AROUND_THE_BEGIN = Duration.ofMillis(300);

    private final List<Workload> workloads = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void firstMeasuredMessageThrowsNoCompiledCodeAway() throws Exception {
        var spec = new MulticastSpec(
                2, RunLength.of(SECOND), 100, Warmup.of(500_000), 1, SECOND.dividedBy(10), Duration.ZERO, 128);

        assertThat(thrownAway(MulticastWorkload::new, spec, MulticastReport.class))
                .isEmpty();
    }

    @Test
    void firstMeasuredRequestThrowsNoCompiledCodeAway() throws Exception {
        var spec = new RpcSpec(
                RunLength.of(SECOND),
                Warmup.of(100_000),
                100,
                1,
                80,
                8,
                Optional.empty(),
                Duration.ofSeconds(30),
                SECOND.dividedBy(10));

        assertThat(thrownAway(RpcWorkload::new, spec, RpcReport.class)).isEmpty();
    }

    private <S extends WorkloadSpec> List<String> thrownAway(WorkloadFactory<S> factory, S spec, Class<?> report)
            throws Exception {
        Path file = folder.resolve("run.jfr");
        try (var recording = new Recording();
                var members = LoopbackMembers.of(LoopbackMembers.raw("tcp"), noting(factory), spec, 2)) {
            recording.enable(DEOPTIMIZATION);
            recording.start();
            members.run(report);
            recording.stop();
            recording.dump(file);
        }
        long began = workloads.getFirst().result().beganAtEpochNanos();
        Instant begin = Instant.EPOCH.plusNanos(began);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event ->
                        Duration.between(begin, event.getStartTime()).abs().compareTo(AROUND_THE_BEGIN) < 0)
                .map(WarmCodeTest::inWords)
                .filter(words -> words.startsWith("io.jgbench."))
                .toList();
    }

    private <S extends WorkloadSpec> WorkloadFactory<S> noting(WorkloadFactory<S> factory) {
        return (spec, context) -> {
            Workload workload = factory.create(spec, context);
            workloads.add(workload);
            return workload;
        };
    }

    private static String inWords(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return method.getType().getName() + "." + method.getName() + " line " + event.getInt("lineNumber") + ": "
                + event.getString("reason");
    }
}
