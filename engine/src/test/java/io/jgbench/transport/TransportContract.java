package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every transport must keep to, tried with real sockets on the loopback interface. */
abstract class TransportContract {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String HOST = "127.0.0.1";

    private final List<Transport> open = new ArrayList<>();
    private final List<Inbox> inboxes = new ArrayList<>();
    private final GroupKey key = GroupKey.random();
    private List<Peer> peers;
    private MulticastGroup group;

    /** The transport's settings for the tests. */
    abstract TransportSpec spec();

    /** The largest message tried, in bytes. */
    abstract int largestMessageBytes();

    /** How many messages each thread sends where many are wanted; few enough that unreliable transports lose none. */
    int manyMessages() {
        return 2000;
    }

    @BeforeEach
    void planPeers() throws IOException {
        List<Integer> ports = FreePorts.take(3);
        peers = IntStream.range(0, 3)
                .mapToObj(i -> new Peer(i, "member-" + i, HOST, ports.get(i)))
                .toList();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        group = new MulticastGroup(
                "239." + random.nextInt(1, 255) + "." + random.nextInt(1, 255) + "." + random.nextInt(1, 255),
                random.nextInt(20_000, 30_000));
    }

    @AfterEach
    void closeAll() {
        open.forEach(Transport::close);
    }

    @Test
    void allMembersSeeEachOtherInTheSameOrder() throws Exception {
        openAll(3);

        awaitMembers(List.of("member-0", "member-1", "member-2"));

        assertThat(inboxes)
                .extracting(Inbox::members)
                .containsOnly(inboxes.getFirst().members());
        assertThat(inboxes).allSatisfy(inbox -> assertThat(inbox.failures()).isEmpty());
    }

    @Test
    void everyMessageArrivesOnceAndInOrderAtAllMembersIncludingTheSender() throws Exception {
        openComplete(3);
        int messages = manyMessages();

        sendFromAll(1, messages);

        for (int stream = 0; stream < 3; stream++) {
            assertArrived(stream, messages);
        }
    }

    @Test
    void eachSendingThreadKeepsItsOrder() throws Exception {
        openComplete(2);
        int messages = manyMessages() / 4;

        sendFromAll(4, messages);

        for (int stream = 0; stream < 8; stream++) {
            assertArrived(stream, messages);
        }
    }

    @Test
    void arrayMayBeUsedAgainAsSoonAsSendReturns() throws Exception {
        openComplete(2);
        byte[] buffer = new byte[100];

        for (int number = 0; number < 50; number++) {
            ByteBuffer.wrap(buffer, 10, 8).putInt(0).putInt(number);
            open.getFirst().send(buffer, 10, 90);
            Arrays.fill(buffer, (byte) -1);
        }

        assertArrived(0, 50);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 100, 5_000})
    void headMayBeUsedAgainAsSoonAsAMessageThatSharesItsBodyIsSent(int bytes) throws Exception {
        openComplete(2);
        byte[] message = new byte[bytes + 10];
        ThreadLocalRandom.current().nextBytes(message);
        byte[] expected = Arrays.copyOfRange(message, 10, message.length);

        for (int number = 0; number < 50; number++) {
            ByteBuffer.wrap(message, 10, bytes).putInt(0).putInt(number);
            if (bytes >= MessageSender.HEAD_BYTES) {
                ByteBuffer.wrap(message, 18, 8).putLong(number);
            }
            open.getFirst().sendSharingBody(message, 10, bytes);
            Arrays.fill(message, 10, 10 + Math.min(bytes, MessageSender.HEAD_BYTES), (byte) -1);
        }

        assertArrived(0, 50);
        ByteBuffer.wrap(expected).putInt(0).putInt(49);
        if (bytes >= MessageSender.HEAD_BYTES) {
            ByteBuffer.wrap(expected, 8, 8).putLong(49);
        }
        assertThat(inboxes).allSatisfy(inbox -> assertThat(inbox.last(0)).isEqualTo(expected));
    }

    @Test
    void largestMessageThatSharesItsBodyArrivesWhole() throws Exception {
        openComplete(2);
        byte[] message = new byte[largestMessageBytes()];
        ThreadLocalRandom.current().nextBytes(message);
        ByteBuffer.wrap(message).putInt(7).putInt(0);

        open.getFirst().sendSharingBody(message, 0, message.length);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes)
                        .allSatisfy(inbox -> assertThat(inbox.last(7)).isEqualTo(message)));
    }

    @Test
    void largestMessageArrivesWhole() throws Exception {
        openComplete(2);
        byte[] message = new byte[largestMessageBytes()];
        ThreadLocalRandom.current().nextBytes(message);
        ByteBuffer.wrap(message).putInt(7).putInt(0);

        open.getFirst().send(message, 0, message.length);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes)
                        .allSatisfy(inbox -> assertThat(inbox.last(7)).isEqualTo(message)));
    }

    @Test
    void smallestMessageArrives() throws Exception {
        openComplete(2);

        open.getLast().send(message(3, 0, 8), 0, 8);

        assertArrived(3, 1);
    }

    @Test
    void messageToOneMemberArrivesThereOnceAndInOrderAndNowhereElse() throws Exception {
        openComplete(3);
        int messages = manyMessages() / 4;

        inParallel(9, pair -> sendTo(open.get(pair / 3), pair % 3, pair, messages));

        for (int pair = 0; pair < 9; pair++) {
            int stream = pair;
            List<Integer> expected = IntStream.range(0, messages).boxed().toList();
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(inboxes.get(stream % 3).numbers(stream)).hasSize(messages));
            assertThat(inboxes.get(stream % 3).numbers(stream)).isEqualTo(expected);
            assertThat(inboxes.get((stream + 1) % 3).numbers(stream)).isEmpty();
            assertThat(inboxes.get((stream + 2) % 3).numbers(stream)).isEmpty();
        }
    }

    @Test
    void eachSendingThreadKeepsItsOrderToOneMemberHoweverUrgentItsMessagesAre() throws Exception {
        openComplete(2);
        int threads = 4;
        int messages = manyMessages() / threads;

        inParallel(threads, stream -> sendHoweverUrgent(open.getFirst(), 1, stream, messages));

        List<Integer> expected = IntStream.range(0, messages).boxed().toList();
        for (int thread = 0; thread < threads; thread++) {
            int stream = thread;
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(inboxes.getLast().numbers(stream)).hasSize(messages));
            assertThat(inboxes.getLast().numbers(stream)).isEqualTo(expected);
        }
    }

    @Test
    void largestMessageToOneMemberArrivesWholeAmongMessagesToAll() throws Exception {
        openComplete(2);
        byte[] message = new byte[largestMessageBytes()];
        ThreadLocalRandom.current().nextBytes(message);
        ByteBuffer.wrap(message).putInt(7).putInt(0);

        send(open.getFirst(), 1, 0, 50);
        open.getFirst().sendTo(1, message, 0, message.length);
        send(open.getFirst(), 1, 50, 100);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes.get(1).last(7)).isEqualTo(message));
        assertArrived(1, 100);
        assertThat(inboxes.getFirst().numbers(7)).isEmpty();
    }

    @Test
    void receiverMayAnswerFromTheReceivingThread() throws Exception {
        openAll(2);
        awaitMembers(List.of("member-0", "member-1"));
        byte[] answer = message(5, 0, 8);
        inboxes.get(1).onMessage(4, () -> open.get(1).sendTo(0, answer, 0, answer.length));

        open.getFirst().sendTo(1, message(4, 0, 8), 0, 8);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes.getFirst().numbers(5)).containsExactly(0));
    }

    @Test
    void messageToAMemberThatIsNotThereIsRefused() throws Exception {
        openComplete(2);

        assertThatThrownBy(() -> open.getFirst().sendTo(2, new byte[8], 0, 8))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("member 2");
    }

    @Test
    void memberThatLeavesIsSeenToLeave() throws Exception {
        openComplete(3);

        open.get(1).close();

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(inboxes.get(0).members()).containsExactly("member-0", "member-2");
            assertThat(inboxes.get(2).members()).containsExactly("member-0", "member-2");
        });
    }

    @Test
    void closeReleasesThePortAndMayBeCalledAgain() throws Exception {
        openComplete(2);

        open.forEach(Transport::close);
        open.forEach(Transport::close);

        for (Peer peer : peers.subList(0, 2)) {
            await().atMost(PATIENCE).ignoreExceptions().until(() -> portIsFree(peer.port()));
        }
    }

    @Test
    void closeOfATransportThatWasNeverOpenedDoesNothing() {
        assertThatCode(() -> new Transports().find(spec().name()).close()).doesNotThrowAnyException();
    }

    @Test
    void nothingIsDeliveredOnceCloseHasReturned() throws Exception {
        openComplete(2);
        send(open.get(1), 1, 0, 500);

        open.getFirst().close();
        List<Integer> numbers = inboxes.getFirst().numbers(1);
        send(open.get(1), 1, 500, 600);

        assertThat(inboxes.getFirst().numbers(1)).isEqualTo(numbers);
    }

    @Test
    void portInUseIsOneSentenceThatNamesIt() throws Exception {
        Peer taken = peers.getFirst();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.port());
        Transport transport = newTransport();
        try (ServerSocket tcp = new ServerSocket();
                DatagramSocket udp = new DatagramSocket(address)) {
            assertThat(udp.isBound()).isTrue();
            tcp.bind(address);

            assertThatThrownBy(() -> transport.open(context(0, 1), new Inbox()))
                    .isInstanceOf(TransportException.class)
                    .message()
                    .contains(String.valueOf(taken.port()))
                    .doesNotContain("\n");
        }
    }

    @Test
    void unknownOptionIsRefusedByName() {
        Map<String, String> options = new HashMap<>(spec().options());
        options.put("colour", "red");
        TransportSpec spec = new TransportSpec(spec().name(), spec().stack(), options, 0);

        assertThatThrownBy(() -> newTransport().check(spec, 1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("colour");
    }

    @Test
    void checkOpensNothingAndLeavesNoThread() {
        Transport transport = newTransport();
        transport.check(spec(), 1000);
        int before = Thread.activeCount();

        for (int i = 0; i < 20; i++) {
            transport.check(spec(), 1000);
        }

        // Threads of tests that have ended may end meanwhile, none may be added for each check.
        assertThat(Thread.activeCount()).isLessThan(before + 20);
    }

    @Test
    void framingTellsThatAPacketHoldsAMessageAndItsHeaders() throws Exception {
        openComplete(1);

        Framing framing = open.getFirst().framing(1000);

        assertThat(framing.perMessageBytes()).isBetween(0, 200);
        assertThat(framing.packetBytes()).isGreaterThanOrEqualTo(1000 + framing.perMessageBytes());
        assertThat(framing.perPacketBytes()).isBetween(0, 200);
    }

    @Test
    void countersFactsAndAddressCanBeReadWhileOpen() throws Exception {
        openComplete(1);

        assertThat(open.getFirst().counters())
                .allSatisfy((_, value) -> assertThat(value).isNotNegative());
        assertThat(open.getFirst().facts()).isNotEmpty();
        assertThat(open.getFirst().bindAddress()).contains(InetAddress.ofLiteral(HOST));
    }

    final Transport newTransport() {
        return new Transports().find(spec().name());
    }

    private void openComplete(int members) throws Exception {
        openAll(members);
        awaitMembers(peers.subList(0, members).stream().map(Peer::name).toList());
    }

    private void openAll(int members) throws Exception {
        for (int i = 0; i < members; i++) {
            open.add(newTransport());
            inboxes.add(new Inbox());
        }
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            List<Future<?>> opened = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                int index = i;
                opened.add(executor.submit(() -> {
                    open.get(index).open(context(index, members), inboxes.get(index));
                    return null;
                }));
            }
            for (Future<?> future : opened) {
                future.get();
            }
        }
    }

    private TransportContext context(int index, int members) {
        List<Peer> planned = peers.subList(0, members);
        return new TransportContext(
                spec(),
                "contract",
                planned.get(index).name(),
                members,
                planned,
                Optional.of(group),
                PATIENCE,
                Optional.of(key));
    }

    private void awaitMembers(List<String> names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes)
                        .allSatisfy(inbox -> assertThat(inbox.members()).containsExactlyInAnyOrderElementsOf(names)));
    }

    private void assertArrived(int stream, int messages) {
        List<Integer> expected = IntStream.range(0, messages).boxed().toList();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inboxes)
                        .allSatisfy(inbox -> assertThat(inbox.numbers(stream)).hasSize(messages)));
        assertThat(inboxes)
                .allSatisfy(inbox -> assertThat(inbox.numbers(stream)).isEqualTo(expected));
    }

    /** Each member sends from this number of threads; stream = member × threads + thread. */
    private void sendFromAll(int threads, int messages) throws Exception {
        inParallel(open.size() * threads, stream -> send(open.get(stream / threads), stream, 0, messages));
    }

    private interface Sending {
        void of(int number) throws TransportException;
    }

    private static void inParallel(int count, Sending sending) throws Exception {
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                sent.add(executor.submit(() -> {
                    sending.of(number);
                    return null;
                }));
            }
            for (Future<?> future : sent) {
                future.get();
            }
        }
    }

    private void sendTo(Transport transport, int member, int stream, int messages) throws TransportException {
        byte[] message = new byte[200];
        for (int number = 0; number < messages; number++) {
            ByteBuffer.wrap(message).putInt(stream).putInt(number);
            transport.sendTo(member, message, 0, message.length);
            pace(number);
        }
    }

    private void sendHoweverUrgent(Transport transport, int member, int stream, int messages)
            throws TransportException {
        byte[] message = new byte[200];
        for (int number = 0; number < messages; number++) {
            ByteBuffer.wrap(message).putInt(stream).putInt(number);
            switch (number % 6) {
                case 0, 1 -> transport.sendToDeferred(member, message, 0, message.length);
                case 2, 3 -> transport.sendTo(member, message, 0, message.length);
                default -> transport.sendToAwaited(member, message, 0, message.length);
            }
            pace(number);
        }
        transport.flush();
    }

    private void send(Transport transport, int stream, int from, int to) throws TransportException {
        byte[] message = new byte[200];
        for (int number = from; number < to; number++) {
            ByteBuffer.wrap(message).putInt(stream).putInt(number);
            transport.send(message, 0, message.length);
            pace(number);
        }
    }

    /** Waits where a receiver that is not waited for would be overrun. */
    void pace(int number) {}

    private static byte[] message(int stream, int number, int size) {
        byte[] message = new byte[size];
        ByteBuffer.wrap(message).putInt(stream).putInt(number);
        return message;
    }

    private static boolean portIsFree(int port) throws IOException {
        try (ServerSocket tcp = new ServerSocket();
                DatagramSocket udp =
                        new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            tcp.setReuseAddress(true);
            tcp.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return udp.isBound();
        }
    }
}
