package io.jgbench.messagebustest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageBusTestOptionsTest {

    @Test
    void defaultsAreThoseOfTheOriginal() {
        MessageBusTestOptions options = parse("-bind tmb://127.0.0.1:8000 -peer tmb://127.0.0.1:8001");

        assertThat(options.binds()).extracting(EndPoint::toString).containsExactly("tmb://127.0.0.1:8000");
        assertThat(options.peers()).extracting(EndPoint::toString).containsExactly("tmb://127.0.0.1:8001");
        assertThat(options.transmits()).isTrue();
        assertThat(options.polite() || options.tabular() || options.verbose() || options.prompt())
                .isFalse();
        assertThat(options.reportInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.duration()).isEmpty();
        var sending = options.spec().sending();
        assertThat(sending.largestBytes()).isEqualTo(4096).isEqualTo(sending.smallestBytes());
        assertThat(sending.threads()).isEqualTo(1);
        assertThat(sending.latencyFrequency()).isEqualTo(100);
        assertThat(sending.receipts()).isTrue();
        assertThat(sending.block()).isFalse();
        assertThat(options.spec().processing().threads()).isZero();
    }

    @Test
    void everyOptionOfTheOriginalIsTaken() {
        MessageBusTestOptions options = parse(
                "-bind tmb://127.0.0.1:8000 tmb://127.0.0.1:8005..8006 -peer tmb://127.0.0.1:8001..8003 -rxThreads 2"
                        + " -txThreads 3 -msgSize 1K..2K -chunkSize 8 -cached -txRate 10 -txMaxBacklog 1MB -rxRate"
                        + " 20MBps -flushFreq 5 -latencyFreq 10 -manager direct -polite -depotFactory a.Factory"
                        + " -reportInterval 2 -block 50us -ignoreFlowControl -poll -prompt -tabular -warmup 30s"
                        + " -verbose");

        assertThat(options.binds()).hasSize(3);
        assertThat(options.peers()).hasSize(3);
        var sending = options.spec().sending();
        assertThat(sending.smallestBytes()).isEqualTo(1024);
        assertThat(sending.largestBytes()).isEqualTo(2048);
        assertThat(sending.threads()).isEqualTo(3);
        assertThat(sending.cached()).isTrue();
        assertThat(sending.bytesPerSecond()).isEqualTo(Optional.of(3_333_333L));
        assertThat(sending.maxBacklogBytes()).isEqualTo(Optional.of(1_048_576L));
        assertThat(sending.flushFrequency()).isEqualTo(5);
        assertThat(sending.block()).isTrue();
        assertThat(sending.blockSpin()).isEqualTo(Duration.ofNanos(50_000));
        var processing = options.spec().processing();
        assertThat(processing.threads()).isEqualTo(2);
        assertThat(processing.bytesPerSecond()).isEqualTo(Optional.of(6_666_667L));
        assertThat(processing.poll()).isTrue();
        assertThat(options.polite() && options.prompt() && options.tabular() && options.verbose())
                .isTrue();
        assertThat(options.warmup()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.notes()).hasSize(3);
        assertThat(options.notes().getFirst())
                .isEqualTo("-manager has no effect: buffers are not managed by Coherence here, and are made once");
    }

    @Test
    void endPointsOfAnOptionThatIsRepeatedAddUp() {
        MessageBusTestOptions options = parse("-bind tmb://127.0.0.1:8000 -peer tmb://127.0.0.1:8001 -bind"
                + " tmb://127.0.0.1:8003 -peer tmb://127.0.0.1:8002");

        assertThat(options.binds())
                .extracting(EndPoint::toString)
                .containsExactly("tmb://127.0.0.1:8000", "tmb://127.0.0.1:8003");
        assertThat(options.peers())
                .extracting(EndPoint::toString)
                .containsExactly("tmb://127.0.0.1:8001", "tmb://127.0.0.1:8002");
    }

    @Test
    void memberThatRelaysDoesNotSendMessagesOfItsOwn() {
        assertThat(parse("-bind tmb://127.0.0.1:8000 -peer tmb://127.0.0.1:8001 -relay")
                        .transmits())
                .isFalse();
    }

    /** The second end point has nobody but itself to send to. */
    @Test
    void rateIsThatOfTheProcessAndSharedByTheEndPointsThatSend() {
        MessageBusTestOptions options = parse("-bind tmb://127.0.0.1:8000 tmb://127.0.0.1:8001 -peer"
                + " tmb://127.0.0.1:8001 -txRate 10 -rxRate 10");

        assertThat(options.spec().sending().bytesPerSecond()).contains(10_000_000L);
        assertThat(options.spec().processing().bytesPerSecond()).contains(5_000_000L);
    }

    @Test
    void minusOfSendingThreadsDoesNotCount() {
        assertThat(parse("-bind tmb://127.0.0.1:8000 -txThreads -4")
                        .spec()
                        .sending()
                        .threads())
                .isEqualTo(4);
    }

    @Test
    void loopbackIsNamedWhereAPeerIsOnAnotherHost() {
        assertThat(parse("-bind tmb://127.0.0.1:8000 -peer tmb://192.0.2.1:8000")
                        .notes())
                .containsExactly("-bind tmb://127.0.0.1:8000 is the loopback interface: other hosts do not reach it,"
                        + " and take all that bind it for one; give an address of this host");
        assertThat(parse("-bind tmb://127.0.0.1:8000 -peer tmb://127.0.0.1:8001")
                        .notes())
                .isEmpty();
        assertThat(parse("-bind tmb://localhost:8000").notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-peer tmb://127.0.0.1:1 | -bind is missing; it says where to listen, such as -bind tmb://host:8000",
                "-bind tmb://127.0.0.1:1 -msgsize 5 | unknown parameter -msgsize; did you mean -msgSize?",
                "tmb://127.0.0.1:1 | unexpected parameter tmb://127.0.0.1:1; options begin with -",
                "-bind udp://127.0.0.1:1 | -bind expects end points of the TCP message bus, tmb://host:port, got:"
                        + " udp://127.0.0.1:1",
                "-bind 127.0.0.1:1 | -bind expects end points such as tmb://host:8000, got: 127.0.0.1:1",
                "-bind tmb://127.0.0.1:66000 | -bind expects a port from 1 to 65535, got: tmb://127.0.0.1:66000",
                "-bind tmb://127.0.0.1:0 | -bind expects a port from 1 to 65535, got: tmb://127.0.0.1:0",
                "-bind tmb://0.0.0.0:1 | -bind expects an address of this host, by which others know it, got:"
                        + " tmb://0.0.0.0:1",
                "-bind tmb://127.0.0.1:1 -msgSize 17MB | -msgSize expects at most 16777216 bytes, got: 17MB",
                "-bind tmb://127.0.0.1:1 -msgSize 1K -msgSize 2K | -msgSize expects one value, got: 1K 2K",
                "-bind tmb://127.0.0.1:1 -txThreads x | -txThreads expects a number from -64 to 64, got: x",
                "-bind tmb://127.0.0.1:1 -relay -txThreads 1 | -relay and -txThreads cannot both be specified",
                "-bind tmb://127.0.0.1:1 -noReceipts -txMaxBacklog 1K | -txMaxBacklog requires receipts; leave out"
                        + " -noReceipts",
                "-bind tmb://127.0.0.1:1 -rxRate 1 -rxThreads -4 | -rxRate and -poll are not available with reentrant"
                        + " processing (-rxThreads <= 0)",
                "-bind tmb://127.0.0.1:1 -warmup soon | -warmup expects a time such as 5s or 500ms, got: soon",
            })
    void badCommandLineIsRefusedWithOneSentence(String arguments, String sentence) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(arguments)).withMessage(sentence);
    }

    private static MessageBusTestOptions parse(String arguments) {
        return MessageBusTestOptions.parse(List.of(arguments.split(" ")));
    }
}
