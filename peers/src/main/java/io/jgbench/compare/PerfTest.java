package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One test of MPerf or UPerf, from its key press to its result. */
final class PerfTest implements ComparedProgram {
    /** Beyond the test's time: members send their results through what may be left in their queues. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PerfCluster cluster;
    private final Duration time;
    private final long sentBytesBefore;

    private PerfTest(PerfCluster cluster, Duration time) {
        this.cluster = cluster;
        this.time = time;
        this.sentBytesBefore = TurnReading.sentBytes(cluster.pids());
    }

    /**
     * Begins the test of members that see each other.
     *
     * @param cluster is closed with this
     * @param time how long the test lasts, as the program was told
     */
    static PerfTest begin(PerfCluster cluster, Duration time) throws IOException {
        var test = new PerfTest(cluster, time);
        cluster.begin();
        return test;
    }

    @Override
    public List<Long> members() {
        return cluster.pids();
    }

    @Override
    public List<Long> processes() {
        return cluster.pids();
    }

    @Override
    public WorkDone awaitEnd() throws IOException, InterruptedException {
        double perSecond = cluster.awaitRate(time.plus(PATIENCE))
                .orElseThrow(() -> new IOException("the other program printed no result within "
                        + time.plus(PATIENCE).toSeconds() + " s"));
        return new WorkDone(
                perSecond * time.toSeconds(), TurnReading.sentBytes(cluster.pids()) - sentBytesBefore, true);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
