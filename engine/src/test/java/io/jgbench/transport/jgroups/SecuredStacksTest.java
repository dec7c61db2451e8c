package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.security.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.protocols.Encrypt;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bundled stacks with the key of the run, with real channels on the loopback interface. */
@Tag("beside")
class SecuredStacksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SEVERAL_MERGES = Duration.ofSeconds(6);
    private static final String CLUSTER = "same-name";

    private final List<JChannel> open = new ArrayList<>();
    private final GroupKey key = GroupKey.random();
    private List<Peer> peers;
    private MulticastGroup group;

    @BeforeEach
    void planPeers() throws IOException {
        List<Integer> ports = FreePorts.take(2);
        peers = IntStream.range(0, 2)
                .mapToObj(i -> new Peer(i, "member-" + i, "127.0.0.1", ports.get(i)))
                .toList();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        group = new MulticastGroup(
                "239." + random.nextInt(1, 255) + "." + random.nextInt(1, 255) + "." + random.nextInt(1, 255),
                random.nextInt(20_000, 30_000));
    }

    @AfterEach
    void closeAll() {
        open.forEach(JChannel::close);
    }

    @ParameterizedTest
    @CsvSource({
        "udp-auth, udp, AUTH",
        "tcp-auth, tcp, AUTH",
        "udp-encrypted, udp, AUTH SYM_ENCRYPT",
        "tcp-encrypted, tcp, AUTH SYM_ENCRYPT"
    })
    void securedStackIsThePlainOneAndTheProtocolsWithTheKey(String secured, String plain, String added) {
        var protocols = new ArrayList<>(StackParser.parse(new Stacks().named(secured)));
        protocols.removeIf(protocol -> List.of(added.split(" ", -1)).contains(protocol.name()));

        assertThat(protocols)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("place")
                .isEqualTo(StackParser.parse(new Stacks().named(plain)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp-auth", "tcp-auth", "udp-encrypted", "tcp-encrypted"})
    void membersWithTheKeySeeEachOther(String stack) throws Exception {
        JChannel first = connect(stack, 0, key);
        JChannel second = connect(stack, 1, key);

        awaitMembers(first, 2);
        awaitMembers(second, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp-auth", "tcp-auth", "udp-encrypted", "tcp-encrypted"})
    void memberOfAnotherRunWithTheSameNameAndPlaceCannotJoin(String stack) throws Exception {
        JChannel first = connect(stack, 0, key);

        tryToJoin(impatient(stack), Optional.of(GroupKey.random()));

        assertThat(first.getView().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"udp-auth, udp", "tcp-auth, tcp", "udp-encrypted, udp", "tcp-encrypted, tcp"})
    void strangerThatKnowsTheNameAndHasNoKeyCannotJoin(String stack, String strangers) throws Exception {
        JChannel first = connect(stack, 0, key);

        tryToJoin(impatient(strangers), Optional.empty());

        assertThat(first.getView().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp-auth", "tcp-auth", "udp-encrypted", "tcp-encrypted"})
    @Tag("slow")
    void clusterOfAStrangerIsNotMergedIntoThatOfTheRun(String stack) throws Exception {
        JChannel first = create(impatient(stack), 0, Optional.of(key));
        first.connect(CLUSTER);

        tryToJoin(impatient(stack), Optional.of(GroupKey.random()));

        await("several rounds of MERGE3")
                .during(SEVERAL_MERGES)
                .atMost(PATIENCE)
                .until(() -> first.getView().size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp"})
    void strangerThatKnowsTheNameJoinsAStackWithoutAKey(String stack) throws Exception {
        JChannel first = connect(stack, 0, key);

        tryToJoin(impatient(stack), Optional.empty());

        awaitMembers(first, 2);
    }

    @Test
    void keyOfTheRunStandsInNoReportOfTheStack() throws Exception {
        JChannel channel = connect("tcp-encrypted", 0, key);

        assertThat(StackFacts.of(channel, "tcp-encrypted").values())
                .noneMatch(fact -> fact.contains(key.base64()))
                .noneMatch(fact -> fact.contains("io.jgbench"))
                .anyMatch(fact -> fact.contains("AES/CBC/PKCS5Padding"));
        assertThat(key.toString()).doesNotContain(key.base64());
    }

    @Test
    void framingCountsWhatEncryptionAdds() throws Exception {
        byte[] name = {1};
        var encrypted = new StackFraming(connect("tcp-encrypted", 0, key), name).of(1000);
        // the plain one cannot join the other, and need not
        var plain = new StackFraming(connect(impatient("tcp"), 1, key), name).of(1000);

        int lastBlock = 8;
        int idsTypeAndFlags = 7;
        int keyVersion = 5 + 16;
        int initializationVector = 5 + 16;
        assertThat(encrypted.perMessageBytes() - plain.perMessageBytes())
                .isEqualTo(lastBlock + idsTypeAndFlags + keyVersion + initializationVector);
    }

    @ParameterizedTest
    @CsvSource({"128, 16", "192, 24", "256, 32"})
    void keyIsAsLongAsTheStackSays(int bits, int bytes) {
        assertThat(secretKey(encrypted("sym_keylength=\"" + bits + "\"")).getEncoded())
                .hasSize(bytes);
    }

    @Test
    void keyHasJGroupsOwnLengthWhereTheStackSaysNone() {
        assertThat(secretKey(encrypted("")).getEncoded()).hasSize(16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp-encrypted", "tcp-encrypted"})
    void bundledStacksEncryptByAKeyOf256Bits(String stack) {
        assertThat(secretKey(new Stacks().named(stack)).getEncoded()).hasSize(32);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, 512})
    void lengthThatNoKeyOfARunHasIsRefused(int bits) {
        assertThatThrownBy(() -> create(encrypted("sym_keylength=\"" + bits + "\""), 0, Optional.of(key)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sym_keylength of a SYM_ENCRYPT with the key of the run must be 128, 192 or 256")
                .hasMessageContaining("got: " + bits);
    }

    private static Stack encrypted(String keyLength) {
        String xml = new Stacks().named("tcp-encrypted").xml();
        return new Stack("mine", xml.replace("sym_keylength=\"256\"", keyLength));
    }

    private Key secretKey(Stack stack) {
        JChannel channel = create(stack, 0, Optional.of(key));
        Encrypt<?> encryption = channel.getProtocolStack().findProtocol(Encrypt.class);
        return encryption.secretKey();
    }

    @Test
    void stackThatNeedsTheKeyIsRefusedWhereThereIsNone() {
        var plan = StackPlan.unplanned(false);

        assertThatThrownBy(() -> ChannelFactory.create(new Stacks().named("tcp-auth"), plan))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stack tcp-auth")
                .hasMessageContaining("AUTH needs the key of a run");
        assertThatThrownBy(() -> ChannelFactory.create(new Stacks().named("udp-encrypted"), plan))
                .hasMessageContaining("needs the key of a run");
    }

    @Test
    void proofIsOfOneAddressAndOneKey() throws Exception {
        byte[] secret = key.bytes();
        var sender = UUID.randomUUID();
        var shown = new GroupToken();
        shown.readFrom(new ByteArrayDataInputStream(written(secret, sender)));

        assertThat(new GroupToken(secret).authenticate(shown, new EmptyMessage().setSrc(sender)))
                .isTrue();
        assertThat(new GroupToken(secret).authenticate(shown, new EmptyMessage().setSrc(UUID.randomUUID())))
                .as("copied by another member")
                .isFalse();
        assertThat(new GroupToken(GroupKey.random().bytes()).authenticate(shown, new EmptyMessage().setSrc(sender)))
                .as("of another key")
                .isFalse();
        assertThat(new GroupToken(secret).authenticate(new GroupToken(), new EmptyMessage().setSrc(sender)))
                .as("without a key")
                .isFalse();
    }

    private static byte[] written(byte[] secret, UUID sender) throws IOException {
        var token = new GroupToken(secret);
        var auth = new KeyedProtocols.Authentication();
        auth.setAddress(sender);
        token.setAuth(auth);
        var out = new ByteArrayDataOutputStream();
        token.writeTo(out);
        return Arrays.copyOf(out.buffer(), out.position());
    }

    @Test
    void protocolWithAKeyOfItsOwnIsLeftAsItIs() {
        assertThat(KeyedProtocols.inPlaceOf(SYM_ENCRYPT.class, Map.of("keystore_name", "mine.jceks")))
                .isEqualTo(SYM_ENCRYPT.class);
    }

    private JChannel connect(String stack, int member, GroupKey with) throws Exception {
        return connect(new Stacks().named(stack), member, with);
    }

    private JChannel connect(Stack stack, int member, GroupKey with) throws Exception {
        JChannel channel = create(stack, member, Optional.of(with));
        channel.connect(CLUSTER);
        return channel;
    }

    private JChannel create(Stack stack, int member, Optional<GroupKey> with) {
        var plan =
                new StackPlan(false, Optional.of(peers.get(member)), peers, Optional.of(group), Optional.empty(), with);
        JChannel channel = ChannelFactory.create(stack, plan);
        open.add(channel);
        return channel;
    }

    /** JGroups tries ten times before it founds a cluster of its own, and looks for others each 5 s. */
    private static Stack impatient(String stack) {
        return new Stack(
                stack,
                new Stacks()
                        .named(stack)
                        .xml()
                        .replace("join_timeout=\"1s\"", "join_timeout=\"1s\" max_join_attempts=\"2\"")
                        .replace("max_interval=\"5s\"", "max_interval=\"1200ms\""));
    }

    /** A stranger is told that it may not, or hears nothing and is alone. */
    private void tryToJoin(Stack stack, Optional<GroupKey> with) {
        JChannel stranger = create(stack, 1, with);
        try {
            stranger.connect(CLUSTER);
        } catch (Exception e) {
            assertThat(e).hasStackTraceContaining("SecurityException");
        }
    }

    private static void awaitMembers(JChannel channel, int members) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(channel.getView().size()).isEqualTo(members));
    }
}
