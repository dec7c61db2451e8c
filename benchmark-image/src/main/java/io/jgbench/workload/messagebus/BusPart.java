package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.MessageBusReport.Received;
import io.jgbench.coordination.protocol.MessageBusReport.Sent;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.DirectSender;
import io.jgbench.workload.messagebus.Endings.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * One part of the workload on one member, the warm-up or the measured one: what it sends, what it receives and what it
 * answers. {@link #receive} is the hot path.
 */
final class BusPart {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final MessageBusSpec spec;
    private final Wiring wiring;
    private final Transmitter[] transmitters;
    private final RxThread[] rxThreads;
    private final Payload payload;
    private final AtomicReferenceArray<InStream> streams =
            new AtomicReferenceArray<>(BusHeader.MAX_PEERS * BusHeader.STREAMS);
    private final TrafficCount in = new TrafficCount();
    private final TrafficCount responsesIn = new TrafficCount();
    private final TrafficCount relayedOut = new TrafficCount();
    private final TrafficCount responsesOut = new TrafficCount();
    private final LongAdder receipts = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final HeldBack outHeldBack = new HeldBack();
    private final HeldBack inHeldBack = new HeldBack();
    private final AtomicHistogram responseNanos = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private final AtomicHistogram receiptNanos = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private final Endings endings;
    private volatile Relay relay;

    /** What payloads came to, so that reading them cannot be left out. */
    @SuppressWarnings("unused")
    private long payloadSum;

    /**
     * What a part is connected to.
     *
     * @param measured whether it is the measured part
     * @param transport sends to a member by its place
     * @param responder answers
     * @param destinations whom this member sends to
     * @param fromAnywhere whether streams may begin with any number, as those of members that were there before
     * @param clock the member's clock
     */
    record Wiring(
            boolean measured,
            DirectSender transport,
            Responder responder,
            Destinations destinations,
            boolean fromAnywhere,
            EpochClock clock) {}

    BusPart(MessageBusSpec spec, Wiring wiring) {
        this.spec = spec;
        this.wiring = wiring;
        this.payload = new Payload(spec.processing().chunkBytes());
        this.endings = new Endings(wiring.transport(), wiring.measured());
        this.transmitters = IntStream.range(0, spec.sending().threads())
                .mapToObj(number -> new Transmitter(
                        spec.sending(),
                        number,
                        wiring.measured(),
                        wiring.transport(),
                        wiring.clock(),
                        payload,
                        outHeldBack))
                .toArray(Transmitter[]::new);
        this.rxThreads = IntStream.range(0, spec.processing().threads())
                .mapToObj(number -> new RxThread(
                        number,
                        spec.processing(),
                        spec.largestMessageBytes(),
                        this::process,
                        inHeldBack,
                        wiring.clock()))
                .toArray(RxThread[]::new);
    }

    /**
     * From now on what comes is passed on.
     *
     * @param target to whom what comes from a member is passed on; less than 0 where it is not
     */
    void relay(int self, IntUnaryOperator target) {
        relay = new Relay(
                spec.sending().block(),
                self,
                target,
                wiring.measured(),
                wiring.transport(),
                wiring.responder(),
                spec.largestMessageBytes(),
                relayedOut,
                responsesOut);
    }

    /**
     * A message of this part has arrived.
     *
     * @param from whom it comes from
     */
    void receive(int from, byte[] buffer, int offset, int length) {
        long header = BusHeader.header(buffer, offset);
        long stamp = BusHeader.stamp(buffer, offset);
        switch (BusHeader.kind(header)) {
            case BusHeader.MESSAGE, BusHeader.REQUEST -> take(from, buffer, offset, length);
            case BusHeader.MESSAGE_FOR_RECEIPT -> {
                answer(from, header, BusHeader.RECEIPT, stamp);
                take(from, buffer, offset, length);
            }
            case BusHeader.RESPONSE -> response(header, stamp, length);
            case BusHeader.RECEIPT -> receipt(header, stamp);
            case BusHeader.END -> {
                stream(from, BusHeader.stream(header)).end(header);
                answer(from, header, BusHeader.END_HEARD, stamp);
            }
            case BusHeader.END_HEARD -> endings.heard(header);
            default -> errors.increment();
        }
    }

    private void answer(int from, long header, int kind, long stamp) {
        wiring.responder().later(from, BusHeader.withKind(header, kind), stamp, BusHeader.BYTES, responsesOut);
    }

    private void take(int from, byte[] buffer, int offset, int length) {
        if (rxThreads.length == 0) {
            process(from, buffer, offset, length);
        } else {
            rxThreads[from % rxThreads.length].add(from, buffer, offset, length);
        }
    }

    /** Does what a member does with a message, in whatever thread that is done. */
    private void process(int from, byte[] buffer, int offset, int length) {
        long header = BusHeader.header(buffer, offset);
        if (!stream(from, BusHeader.stream(header)).receive(header)) {
            return;
        }
        in.add(length);
        if (spec.processing().chunkBytes() > 0) {
            payloadSum += payload.read(buffer, offset + BusHeader.BYTES, length - BusHeader.BYTES);
        }
        long stamp = BusHeader.stamp(buffer, offset);
        Relay passing = relay;
        int to = passing == null ? -1 : passing.target(from, BusHeader.stream(header));
        if (to >= 0) {
            passing.pass(from, to, header, stamp, buffer, offset, length);
        } else if (stamp != 0) {
            long response = BusHeader.withKind(header, BusHeader.RESPONSE);
            if (BusHeader.kind(header) == BusHeader.REQUEST) {
                wiring.responder().now(from, response, stamp, length, responsesOut);
            } else {
                wiring.responder().later(from, response, stamp, length, responsesOut);
            }
        }
    }

    private InStream stream(int from, int number) {
        int place = from * BusHeader.STREAMS + number;
        InStream known = streams.getAcquire(place);
        if (known == null) {
            streams.compareAndSet(place, null, new InStream(wiring.clock(), wiring.fromAnywhere()));
            known = streams.getAcquire(place);
        }
        return known;
    }

    private void response(long header, long stamp, int length) {
        int stream = BusHeader.stream(header);
        Relay passing = relay;
        if (stream < transmitters.length) {
            responsesIn.add(length);
            Transmitter asker = transmitters[stream];
            if (asker.answered(stamp)) {
                record(responseNanos, stamp);
                if (spec.sending().block() && spec.sending().receipts()) {
                    record(receiptNanos, stamp);
                    receipts.increment();
                }
            }
            asker.acknowledged(BusHeader.receiver(header), header);
        } else if (passing != null && stream >= BusHeader.FIRST_RELAY_STREAM) {
            passing.answered(header, stamp, length);
        } else {
            errors.increment();
        }
    }

    private void receipt(long header, long stamp) {
        int stream = BusHeader.stream(header);
        if (stream >= transmitters.length) {
            errors.increment();
            return;
        }
        receipts.increment();
        transmitters[stream].acknowledged(BusHeader.receiver(header), header);
        if (stamp != 0) {
            record(receiptNanos, stamp);
        }
    }

    private void record(AtomicHistogram histogram, long stamp) {
        histogram.recordValue(Math.clamp(wiring.clock().epochNanos() - stamp, 0, HIGHEST_NANOS));
    }

    /**
     * Sends with all threads until the time is over, and returns then.
     *
     * @param self the member's place
     * @param limit how many messages a thread sends at the most
     * @throws TransportException if a message could not be sent
     */
    void transmit(int self, long limit, long beganNanos, long endNanos)
            throws TransportException, InterruptedException {
        var failure = new AtomicReference<TransportException>();
        List<Thread> threads = new ArrayList<>();
        for (Transmitter transmitter : transmitters) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("bus-tx-" + threads.size())
                    .start(() -> transmit(transmitter, self, limit, beganNanos, endNanos, failure)));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            threads.forEach(Thread::interrupt);
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void transmit(
            Transmitter transmitter,
            int self,
            long limit,
            long beganNanos,
            long endNanos,
            AtomicReference<TransportException> failure) {
        try {
            transmitter.run(self, wiring.destinations(), limit, beganNanos, endNanos);
        } catch (TransportException e) {
            failure.compareAndSet(null, e);
            stop();
        } catch (InterruptedException _) {
            // the part is given up, and whoever does that knows why
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the sending before its time. */
    void stop() {
        for (Transmitter transmitter : transmitters) {
            transmitter.stop();
        }
    }

    /** The ends of this member's own streams. */
    List<End> ends(int self, int[] peers) {
        List<End> ends = new ArrayList<>();
        for (int peer : peers) {
            for (int number = 0; number < transmitters.length; number++) {
                ends.add(new End(self, number, peer, transmitters[number].sentTo(peer)));
            }
        }
        return ends;
    }

    /** The ends of what this member passed on. */
    List<End> relayedEnds(int self, int target, int[] sources) {
        return Arrays.stream(sources)
                .mapToObj(source -> new End(
                        self, BusHeader.FIRST_RELAY_STREAM + source, target, relay == null ? 0 : relay.passed(source)))
                .toList();
    }

    Endings endings() {
        return endings;
    }

    /** Whether a stream of another member has ended. */
    boolean isEnded(int from, int number) {
        return stream(from, number).isEnded();
    }

    /** Whether all of such a stream has come. */
    boolean isComplete(int from, int number) {
        return stream(from, number).isComplete();
    }

    /** What has not come of such a stream. */
    long missing(int from, int number) {
        return stream(from, number).missing();
    }

    /** Grows with whatever comes or is still worked on. */
    long motion() {
        return in.messages() + responsesIn.messages() + receipts.sum() + responsesOut.messages();
    }

    /** Whether something waits to be processed. */
    boolean isProcessing() {
        return inBacklogBytes() > 0;
    }

    /** Messages received, responses not counted. */
    long received() {
        return in.messages();
    }

    /** Messages sent, responses and what was passed on not counted. */
    long sent() {
        return Arrays.stream(transmitters).mapToLong(Transmitter::sentMessages).sum();
    }

    /** What was sent so far, responses included. */
    MessageBusReport.Traffic out() {
        long messages = relayedOut.read().messages() + responsesOut.messages();
        long bytes = relayedOut.read().bytes() + responsesOut.read().bytes();
        for (Transmitter transmitter : transmitters) {
            messages += transmitter.sentMessages();
            bytes += transmitter.sentBytes();
        }
        return new MessageBusReport.Traffic(messages, bytes);
    }

    /** What was received so far, responses included. */
    MessageBusReport.Traffic in() {
        var responses = responsesIn.read();
        var messages = in.read();
        return new MessageBusReport.Traffic(
                messages.messages() + responses.messages(), messages.bytes() + responses.bytes());
    }

    /** Responses that were asked for. */
    long asked() {
        return Arrays.stream(transmitters).mapToLong(Transmitter::asked).sum();
    }

    /** Responses that came. */
    long responses() {
        return responsesIn.messages();
    }

    long receipts() {
        return receipts.sum();
    }

    /** What was sent and has no receipt yet. */
    long outBacklogBytes() {
        return Arrays.stream(transmitters)
                .mapToLong(transmitter -> transmitter.backlogBytes(wiring.destinations()))
                .sum();
    }

    /** What was received and is not processed yet. */
    long inBacklogBytes() {
        return Arrays.stream(rxThreads).mapToLong(RxThread::waitingBytes).sum();
    }

    HeldBack outHeldBack() {
        return outHeldBack;
    }

    HeldBack inHeldBack() {
        return inHeldBack;
    }

    /** Messages that could not be sent or passed on, or that make no sense. */
    long errors() {
        Relay passing = relay;
        return errors.sum()
                + (passing == null ? 0 : passing.failed())
                + Arrays.stream(transmitters).mapToLong(Transmitter::failed).sum();
    }

    /** Messages that are known to have been sent and have not come, and those that came again. */
    long lost() {
        return IntStream.range(0, BusHeader.MAX_PEERS)
                .boxed()
                .flatMap(this::known)
                .mapToLong(stream -> stream.missing() + stream.duplicated())
                .sum();
    }

    /** Times until the responses so far, in nanoseconds. */
    Histogram responseNanos() {
        return responseNanos.copy();
    }

    /** Times until the receipts so far. */
    Histogram receiptNanos() {
        return receiptNanos.copy();
    }

    /** What was sent to each member, and passed on to one. */
    List<Sent> sent(int[] peers, int relayTarget) {
        long passed = relayedOut.messages();
        return IntStream.concat(Arrays.stream(peers), passed == 0 ? IntStream.empty() : IntStream.of(relayTarget))
                .distinct()
                .mapToObj(peer -> new Sent(
                        peer,
                        Arrays.stream(transmitters)
                                        .mapToLong(transmitter -> transmitter.sentTo(peer))
                                        .sum()
                                + (peer == relayTarget ? passed : 0)))
                .toList();
    }

    /** What came from each member of which anything is known. */
    List<Received> received(int members) {
        List<Received> all = new ArrayList<>();
        for (int from = 0; from < members; from++) {
            int member = from;
            List<Received> each =
                    known(from).map(stream -> stream.report(member)).toList();
            each.stream().reduce(BusPart::sum).ifPresent(all::add);
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

    private Stream<InStream> known(int from) {
        return IntStream.range(from * BusHeader.STREAMS, (from + 1) * BusHeader.STREAMS)
                .mapToObj(streams::getAcquire)
                .filter(stream -> stream != null);
    }

    /** When the first message of another member came, 0 if none did. */
    long firstNanos() {
        return IntStream.range(0, BusHeader.MAX_PEERS)
                .boxed()
                .flatMap(this::known)
                .mapToLong(InStream::firstNanos)
                .filter(nanos -> nanos != 0)
                .min()
                .orElse(0);
    }

    /** When the last message of another member came, as far as that is known. */
    long lastNanos() {
        return IntStream.range(0, BusHeader.MAX_PEERS)
                .boxed()
                .flatMap(this::known)
                .mapToLong(InStream::lastNanos)
                .max()
                .orElse(0);
    }

    /** Forgets what came from a member, as another may take its place. */
    void forget(int from) {
        IntStream.range(from * BusHeader.STREAMS, (from + 1) * BusHeader.STREAMS)
                .forEach(place -> streams.set(place, null));
    }

    /** Ends its threads. */
    void close() {
        stop();
        for (RxThread thread : rxThreads) {
            thread.close();
        }
    }
}
