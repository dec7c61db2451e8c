package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One test of MPerf or UPerf, from its key press to a line with its rate so far. */
final class PeerTest implements ComparedProgram {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PerfCluster cluster;
    private final Duration patience;
    private final long begunNanos = System.nanoTime();
    private final long sentBytesBefore;

    private PeerTest(PerfCluster cluster, Duration time) {
        this.cluster = cluster;
        this.patience = time.dividedBy(PeerMember.LINES_OF_A_TEST).plus(PATIENCE);
        this.sentBytesBefore = TurnReading.sentBytes(cluster.pids());
    }

    /**
     * Begins the test of members that see each other.
     *
     * @param cluster is not closed by this
     * @param time how long the test lasts, as the program was told. It lasts longer where the program is stopped in
     *     between: it sleeps ten times for a tenth of its time, and a stop at the end of a sleep makes the next one
     *     late
     */
    static PeerTest begin(PerfCluster cluster, Duration time) throws IOException {
        var test = new PeerTest(cluster, time);
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
    public void checkRuns() throws IOException {
        cluster.check();
    }

    /** Waits for the next line with its rate; what its members still do after the test is no part of it. */
    @Override
    public WorkDone awaitWork() throws IOException, InterruptedException {
        double perSecond = cluster.awaitNextRate(patience);
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        double units = perSecond * seconds;
        return new WorkDone(
                units, cluster.unitsOfAll(units), TurnReading.sentBytes(cluster.pids()) - sentBytesBefore, true);
    }
}
