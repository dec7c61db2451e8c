package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a member sees of the streams of all others; a stream is there from when it is first asked for. */
final class InStreams {
    private final EpochClock clock;
    private final boolean fromAnywhere;
    private final AtomicReferenceArray<InStream> streams =
            new AtomicReferenceArray<>(BusHeader.MAX_PEERS * BusHeader.STREAMS);

    /**
     * Of which nothing has come.
     *
     * @param fromAnywhere see {@link InStream}
     */
    InStreams(EpochClock clock, boolean fromAnywhere) {
        this.clock = clock;
        this.fromAnywhere = fromAnywhere;
    }

    /** One stream of a member; takes no lock, and allocates with the first message only. */
    InStream of(int from, int number) {
        int place = from * BusHeader.STREAMS + number;
        InStream known = streams.getAcquire(place);
        if (known == null) {
            streams.compareAndSet(place, null, new InStream(clock, fromAnywhere));
            known = streams.getAcquire(place);
        }
        return known;
    }

    /** Removes the streams of a member that has left, as another member may get its place. */
    void forget(int from) {
        IntStream.range(from * BusHeader.STREAMS, (from + 1) * BusHeader.STREAMS)
                .forEach(place -> streams.set(place, null));
    }

    /** Messages that are known to have been sent and have not come, and those that came again. */
    long lost() {
        return known().mapToLong(stream -> stream.missing() + stream.duplicated())
                .sum();
    }

    /** What came from each member of which anything is known. */
    List<Received> received(int members) {
        List<Received> all = new ArrayList<>();
        for (int from = 0; from < members; from++) {
            int member = from;
            known(from)
                    .map(stream -> stream.report(member))
                    .reduce(InStreams::sum)
                    .ifPresent(all::add);
        }
        return all;
    }

    private static Received sum(Received one, Received other) {
        return new Received(
                one.from(),
                one.expected() + other.expected(),
                one.received() + other.received(),
                one.lost() + other.lost(),
                one.duplicated() + other.duplicated(),
                one.reordered() + other.reordered(),
                one.ended() && other.ended());
    }

    /** When the first message of another member came, 0 if none did. */
    long firstNanos() {
        return known().mapToLong(InStream::firstNanos)
                .filter(nanos -> nanos != 0)
                .min()
                .orElse(0);
    }

    /** When the last stream of another member had all come, see {@link InStream#lastNanos}; 0 if none has. */
    long lastNanos() {
        return known().mapToLong(InStream::lastNanos).max().orElse(0);
    }

    private Stream<InStream> known() {
        return IntStream.range(0, BusHeader.MAX_PEERS).boxed().flatMap(this::known);
    }

    private Stream<InStream> known(int from) {
        return IntStream.range(from * BusHeader.STREAMS, (from + 1) * BusHeader.STREAMS)
                .mapToObj(streams::getAcquire)
                .filter(Objects::nonNull);
    }
}
