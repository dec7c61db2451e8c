package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.messagebus.StreamEnds.End;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * One part of the workload on one member, the warm-up or the measured one: what it sends, what it receives and what it
 * answers. {@link #receive} is the hot path.
 */
final class BusPhase {
    private final MessageBusSpec spec;
    private final Wiring wiring;
    private final Payload payload;
    private final Transmitters transmitters;
    private final Acknowledgements answers;
    private final InStreams streams;
    private final RxThreads rxThreads;
    private final TrafficCount in = new TrafficCount();
    private final TrafficCount relayedOut = new TrafficCount();
    private final TrafficCount responsesOut = new TrafficCount();
    private final LongAdder errors = new LongAdder();
    private final Backpressure outHeldBack = new Backpressure();
    private final Backpressure inHeldBack = new Backpressure();
    private final StreamEnds streamEnds;

    /** Null where nothing is passed on. */
    private volatile Relay relay;

    /** What payloads came to, so that reading them cannot be left out. */
    @SuppressWarnings("unused")
    private long payloadSum;

    /**
     * What a part is connected to.
     *
     * @param phase {@link BusHeader#WARMUP} or {@link BusHeader#MEASURED}
     * @param transport sends to a member by its place
     * @param responder answers
     * @param destinations whom this member sends to
     * @param reliable whether the transport delivers everything
     * @param fromAnywhere whether streams may begin with any number, as those of members that were there before
     * @param prompt is asked before each message that a sending thread sends to a place; what it takes is in no figure
     * @param clock the member's clock
     */
    record Wiring(
            int phase,
            DirectSender transport,
            Responder responder,
            Destinations destinations,
            boolean reliable,
            boolean fromAnywhere,
            Optional<IntConsumer> prompt,
            EpochClock clock) {}

    BusPhase(MessageBusSpec spec, Wiring wiring) {
        this.spec = spec;
        this.wiring = wiring;
        this.payload = new Payload(spec.processing().chunkBytes());
        this.transmitters = new Transmitters(spec.sending(), wiring, payload, outHeldBack);
        this.answers = new Acknowledgements(spec.sending(), transmitters, wiring.clock());
        this.streams = new InStreams(wiring.clock(), wiring.fromAnywhere());
        this.streamEnds = new StreamEnds(wiring.transport(), wiring.phase());
        this.rxThreads = new RxThreads(spec, this::process, streams::forget, inHeldBack, wiring.clock());
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
                wiring.phase(),
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
        switch (KindedLong.kind(header)) {
            case BusHeader.MESSAGE, BusHeader.REQUEST, BusHeader.AWAITED_REQUEST -> take(from, buffer, offset, length);
            case BusHeader.MESSAGE_FOR_RECEIPT -> {
                answer(from, header, BusHeader.RECEIPT, stamp);
                take(from, buffer, offset, length);
            }
            case BusHeader.RESPONSE -> response(header, stamp, length);
            case BusHeader.RECEIPT -> receipt(header, stamp);
            case BusHeader.END -> {
                streams.of(from, BusHeader.stream(header)).end(header);
                answer(from, header, BusHeader.END_HEARD, stamp);
            }
            case BusHeader.END_HEARD -> streamEnds.heard(header);
            default -> errors.increment();
        }
    }

    private void receipt(long header, long stamp) {
        if (!answers.receipt(header, stamp)) {
            errors.increment();
        }
    }

    private void answer(int from, long header, int kind, long stamp) {
        wiring.responder().later(from, KindedLong.withKind(header, kind), stamp, BusHeader.BYTES, responsesOut);
    }

    private void response(long header, long stamp, int length) {
        if (answers.response(header, stamp, length)) {
            return;
        }
        Relay passing = relay;
        if (passing != null && isPassedOn(header)) {
            passing.answered(header, stamp, length);
        } else {
            errors.increment();
        }
    }

    private void take(int from, byte[] buffer, int offset, int length) {
        // in one queue with what is to be passed on, members that pass on to each other would wait for each other
        if (rxThreads.isEmpty() || (spec.relay() && isPassedOn(BusHeader.header(buffer, offset)))) {
            process(from, buffer, offset, length);
        } else {
            rxThreads.add(from, buffer, offset, length);
        }
    }

    /** Whether another member has passed it on, or it answers what this one has. */
    private static boolean isPassedOn(long header) {
        return BusHeader.stream(header) >= BusHeader.FIRST_RELAY_STREAM;
    }

    /** Does what a member does with a message, in whatever thread that is done. */
    private void process(int from, byte[] buffer, int offset, int length) {
        long header = BusHeader.header(buffer, offset);
        if (!streams.of(from, BusHeader.stream(header)).receive(header)) {
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
            wiring.responder().respond(from, header, stamp, length, responsesOut);
        }
    }

    /**
     * Starts the threads that {@link #transmit} lets begin.
     *
     * @param self the member's place
     * @param members how many members there are
     */
    void prepare(int self, int members) {
        transmitters.prepare(self, members);
    }

    /**
     * Sends with all threads until the time is over, and returns then.
     *
     * @param self the member's place
     * @param limit how many messages a thread sends at the most
     * @param beforeFirst is run by each thread right before its first message
     * @throws TransportException if a message could not be sent
     */
    void transmit(int self, long limit, long beganAtEpochNanos, long endEpochNanos, Runnable beforeFirst)
            throws TransportException, InterruptedException {
        transmitters.run(self, limit, beganAtEpochNanos, endEpochNanos, beforeFirst);
    }

    /** The ends of this member's own streams. */
    List<End> ends(int self, int[] peers) {
        return transmitters.ends(self, peers);
    }

    /** The ends of what this member passed on. */
    List<End> relayedEnds(int self, int target, int[] sources) {
        return Arrays.stream(sources)
                .mapToObj(source -> new End(
                        self, BusHeader.FIRST_RELAY_STREAM + source, target, relay == null ? 0 : relay.passed(source)))
                .toList();
    }

    StreamEnds streamEnds() {
        return streamEnds;
    }

    /** A member is gone; another may have its place from now on. */
    void forget(int peer) {
        transmitters.forget(peer);
        if (rxThreads.isEmpty()) {
            streams.forget(peer);
        } else {
            // behind what it has sent, which else would be taken for the streams of the next one at its place
            rxThreads.forget(peer);
        }
    }

    /** What has come of the streams of others. */
    InStreams streams() {
        return streams;
    }

    /** What has come back for what was sent. */
    Acknowledgements answers() {
        return answers;
    }

    /** Messages, responses and receipts so far; unchanged while nothing moves. */
    long motion() {
        return in.messages() + answers.responseMessages() + answers.receipts() + responsesOut.messages();
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
        return transmitters.messages();
    }

    /** What was sent so far, responses included. */
    MessageBusReport.Traffic out() {
        var relayed = relayedOut.read();
        var responses = responsesOut.read();
        return new MessageBusReport.Traffic(
                transmitters.messages() + relayed.messages() + responses.messages(),
                transmitters.bytes() + relayed.bytes() + responses.bytes());
    }

    /** What was received so far, responses included. */
    MessageBusReport.Traffic in() {
        var messages = in.read();
        var responses = answers.responses();
        return new MessageBusReport.Traffic(
                messages.messages() + responses.messages(), messages.bytes() + responses.bytes());
    }

    /** What was sent to each member, and passed on to one. */
    List<Sent> sent(int[] peers, int relayTarget) {
        long passed = relayedOut.messages();
        return IntStream.concat(Arrays.stream(peers), passed == 0 ? IntStream.empty() : IntStream.of(relayTarget))
                .distinct()
                .mapToObj(peer -> new Sent(peer, transmitters.sentTo(peer) + (peer == relayTarget ? passed : 0)))
                .toList();
    }

    /** Messages to one member that are acknowledged. */
    long acknowledgedBy(int peer) {
        return transmitters.acknowledgedBy(peer);
    }

    /** Whether the member owes a response. */
    boolean isOwed(int peer) {
        return transmitters.isOwed(peer);
    }

    /** How late messages were handed over so far; empty where no rate is asked for. */
    Optional<OpenLoopReport> openLoop() {
        return transmitters.openLoop();
    }

    /** Responses that were asked for. */
    long asked() {
        return transmitters.asked();
    }

    /** What was sent and has no receipt yet. */
    long outBacklogBytes() {
        return transmitters.backlogBytes();
    }

    /** What was received and is not processed yet. */
    long inBacklogBytes() {
        return rxThreads.waitingBytes();
    }

    Backpressure outHeldBack() {
        return outHeldBack;
    }

    Backpressure inHeldBack() {
        return inHeldBack;
    }

    /** Messages that could not be sent or passed on, or that make no sense. */
    long errors() {
        Relay passing = relay;
        return errors.sum() + (passing == null ? 0 : passing.failed()) + transmitters.failed();
    }

    /** Starts the threads that process what has come; before that it waits. */
    void startProcessing() {
        rxThreads.start();
    }

    /** Ends these threads: what still comes of a part that is over is not processed. */
    void endProcessing() {
        rxThreads.close();
    }

    /** Ends the sending before its time. */
    void stopSending() {
        transmitters.stop();
    }

    /** Ends its threads. */
    void close() {
        transmitters.close();
        endProcessing();
    }
}
