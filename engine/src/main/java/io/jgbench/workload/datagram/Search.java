package io.jgbench.workload.datagram;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.workload.datagram.DatagramReport.PairLoss;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import io.jgbench.coordination.workload.datagram.DatagramSearch;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.ControlMessage.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One member's part in a search: trials of all members at once, one after the other, whose rates the first member
 * decides by what all have lost.
 */
final class Search {
    private static final int LEADER = 0;
    private static final long OVER = -1;
    private static final long UNLIMITED = 0;
    private static final double PPM = 1e6;

    private final DatagramSpec spec;
    private final DatagramSearch settings;
    private final Endpoint endpoint;
    private final ControlChannel control;
    private final List<Integer> everybody;
    private final List<Integer> sources;
    private final RateSearch rates;

    @GuardedBy("trials")
    private final List<SearchTrial> trials = new ArrayList<>();

    private volatile long foundBytesPerSecond;

    Search(DatagramSpec spec, DatagramSearch settings, Endpoint endpoint, ControlChannel control, int members) {
        this.spec = spec;
        this.settings = settings;
        this.endpoint = endpoint;
        this.control = control;
        this.everybody = IntStream.range(0, members).boxed().toList();
        this.sources = spec.sourcesOf(endpoint.self(), members);
        this.rates = new RateSearch(
                spec.bytesPerSecond().map(OptionalLong::of).orElseGet(OptionalLong::empty),
                settings,
                spec.packetBytes(),
                IntStream.range(0, members)
                        .map(member -> spec.targetsOf(member, members).size())
                        .max()
                        .orElseThrow());
    }

    /**
     * Does all trials.
     *
     * @param began is told of each trial that begins
     */
    void run(Publisher publisher, Consumer<PublishRound> began, Deadline deadline)
            throws WorkloadException, InterruptedException {
        long rate = rates.rate().orElse(UNLIMITED);
        PublishRound before = null;
        for (int number = RoundNumbers.MEASURED; rate != OVER; number++) {
            var trial = new PublishRound(number, endpoint, control, sources);
            began.accept(trial);
            if (before != null) {
                before.forget();
            }
            before = trial;
            trial.publish(
                    publisher,
                    new Load(
                            rate == UNLIMITED ? OptionalLong.empty() : OptionalLong.of(rate),
                            Long.MAX_VALUE,
                            settings.trialDuration()));
            trial.listen(deadline);
            rate = next(number, rate, trial, deadline);
        }
    }

    /** Tells the leader what was lost, and learns from it how to go on. */
    private long next(int number, long rate, PublishRound trial, Deadline deadline)
            throws WorkloadException, InterruptedException {
        Map<Integer, StreamCount> counts = trial.counts();
        long worstPpm = counts.values().stream()
                .mapToLong(StreamCount::missingPpm)
                .max()
                .orElse(0);
        long sentBytesPerSecond = trial.publishNanos() == 0
                ? Long.MAX_VALUE
                : Math.round((double) trial.sent()
                        * spec.packetBytes()
                        / trial.publishNanos()
                        * TimeUnit.SECONDS.toNanos(1));
        control.tell(LEADER, Kind.LOST, number, worstPpm, sentBytesPerSecond);
        if (endpoint.self() == LEADER) {
            lead(number, deadline);
        }
        List<Long> answer = control.await(Kind.NEXT, number, List.of(LEADER), deadline, "the next rate of the search")
                .get(LEADER);
        synchronized (trials) {
            trials.add(new SearchTrial(
                    rate,
                    trial.publishNanos() == 0 ? 0 : sentBytesPerSecond,
                    answer.get(1) == 1,
                    counts.entrySet().stream()
                            .map(count -> new PairLoss(
                                    count.getKey(),
                                    count.getValue().sent(),
                                    count.getValue().received()))
                            .toList()));
        }
        foundBytesPerSecond = answer.get(2);
        return answer.get(0);
    }

    private void lead(int number, Deadline deadline) throws WorkloadException, InterruptedException {
        var lost = control.await(Kind.LOST, number, everybody, deadline, "what they lost");
        long worstPpm = lost.values().stream().mapToLong(List::getFirst).max().orElseThrow();
        long slowest = lost.values().stream().mapToLong(List::getLast).min().orElseThrow();
        boolean ok = worstPpm <= spec.maxLossPpm().orElse(DatagramSearch.DEFAULT_MAX_LOSS_PPM);
        rates.ended(ok, worstPpm / PPM, slowest);
        long next = rates.isOver() ? OVER : rates.rate().orElse(UNLIMITED);
        everybody.forEach(member -> control.tell(
                member, Kind.NEXT, number, next, ok ? 1 : 0, rates.found().orElse(0L)));
    }

    /** What was tried so far. */
    List<SearchTrial> trials() {
        synchronized (trials) {
            return List.copyOf(trials);
        }
    }

    /** What each publisher can send a second, over all its listeners; 0 as long as nothing was found. */
    long foundBytesPerSecond() {
        return foundBytesPerSecond;
    }
}
