package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PerfTestConfigTest {
    private static final String COMPLETE = """
            # Class implementing the org.jgroups.tests.perf.Transport interface
            transport=org.jgroups.tests.perf.transports.JGroupsTransport
            num_msgs=1000000
            msg_size = 1000
            num_members=4
            num_senders=2
            """;

    @TempDir
    private Path folder;

    @Test
    void fileOf2008IsRead() throws IOException {
        var config = read(COMPLETE + "log_interval=100000\nprocessing_delay=5\n");

        assertThat(config.transport()).isEqualTo("jgroups");
        assertThat(config.messages()).isEqualTo(1_000_000);
        assertThat(config.messageSizeBytes()).isEqualTo(1000);
        assertThat(config.members()).isEqualTo(4);
        assertThat(config.senders()).isEqualTo(2);
        assertThat(config.logInterval()).isEqualTo(100_000);
        assertThat(config.processingDelay()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void defaultsAreThoseOfPerfTest() throws IOException {
        var config = read(COMPLETE);

        assertThat(config.logInterval()).isEqualTo(1000);
        assertThat(config.processingDelay()).isZero();
        assertThat(config.warmupMessages()).isZero();
        assertThat(config.sender()).isFalse();
    }

    @Test
    void fileThatJGroupsShippedIsReadAndWhatHasNoMeaningAnyMoreIsNamed() throws IOException {
        var config = read(COMPLETE + """
                props=file:c:\\\\default.xml
                gnuplot_output=false
                dump_transport_stats=true
                jmx=false
                bind_addr=localhost
                mcast_addr=228.1.2.3
                mcast_port=7500
                cluster=127.0.0.1:7777,127.0.0.1:7778
                srv_port=7777
                start_port=7800
                topic=topic/testTopic
                """);

        assertThat(config.props()).contains("file:c:\\default.xml");
        assertThat(config.dumpStats()).isTrue();
        assertThat(config.initialHosts()).contains("127.0.0.1[7777],127.0.0.1[7778]");
        assertThat(config.ignored()).containsExactly("srv_port", "start_port", "gnuplot_output", "topic");
    }

    @ParameterizedTest
    @CsvSource({
        "org.jgroups.tests.perf.transports.JGroupsTransport, jgroups",
        "org.jgroups.tests.perf.transports.UdpTransport, udp",
        "com.example.TcpTransport, tcp",
        "UdpTransport, udp",
        "jgroups, jgroups",
        "udp, udp",
        "aeron, aeron"
    })
    void transportsHaveTheirNamesOf2008AndTheirOwn(String written, String name) {
        assertThat(TransportNames.of(written)).isEqualTo(name);
    }

    @Test
    void unknownKeyIsRefusedWithTheNearestName() {
        assertRefused(COMPLETE + "num_mesages=3\n", "there is no key num_mesages; did you mean num_msgs?");
    }

    @Test
    void moreSendersThanMembersAreRefused() {
        assertRefused(
                COMPLETE.replace("num_senders=2", "num_senders=5"),
                "num_senders must be at most num_members (4), got: 5");
    }

    @Test
    void emptyMessagesAreRefused() {
        assertRefused(
                COMPLETE.replace("msg_size = 1000", "msg_size=0"),
                "msg_size must be a whole number between 8 and 16777216, got: 0");
    }

    @Test
    void numberThatIsNoneIsRefused() {
        assertRefused(
                COMPLETE.replace("num_msgs=1000000", "num_msgs=1M"),
                "num_msgs must be a whole number between 1 and 1000000000000, got: 1M");
    }

    @Test
    void numberOfMessagesHasTheBoundsOfARun() {
        assertRefused(
                COMPLETE.replace("num_msgs=1000000", "num_msgs=1000000000001"),
                "num_msgs must be a whole number between 1 and 1000000000000, got: 1000000000001");
        assertRefused(
                COMPLETE + "warmup_msgs=1000000000001\n",
                "warmup_msgs must be a whole number between 0 and 1000000000000, got: 1000000000001");
    }

    @Test
    void keyThatIsGivenTwiceIsRefused() {
        assertRefused(COMPLETE + "Num_Msgs=2\n", "Num_Msgs must be given once, got: 1000000 and 2");
    }

    @Test
    void markOfTheByteOrderIsPassedOver() throws IOException {
        assertThat(read("\uFEFF" + COMPLETE.replaceFirst("#.*\n", "")).transport())
                .isEqualTo("jgroups");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jgroups | mcast_addr,mcast_port",
                "tcp | props,bind_addr,mcast_addr,mcast_port",
                "udp | props,initial_hosts",
                "aeron | props,bind_addr,mcast_addr,mcast_port,initial_hosts"
            })
    void keysThatTheTransportDoesNotUseAreNamed(String transport, String notUsed) throws IOException {
        String text = COMPLETE.replaceFirst("transport=.*", "transport=" + transport)
                + "props=udp\nbind_addr=127.0.0.1\nmcast_addr=239.8.8.8\nmcast_port=7500\n"
                + "initial_hosts=a[1],b[1],c[1],d[1]\n";

        assertThat(read(text).notUsed()).containsExactly(notUsed.split(",", -1));
    }

    @Test
    void listOfHostsThatAnotherOneHidesIsNamed() throws IOException {
        var config = read(COMPLETE + "initial_hosts=a[1]\ncluster=b:1\n");

        assertThat(config.initialHosts()).contains("a[1]");
        assertThat(config.notUsed()).containsExactly("cluster");
    }

    @Test
    void keyThatIsMissingIsNamed() {
        assertRefused(
                "",
                "transport is missing; a config.txt needs transport, num_msgs, msg_size, num_members and"
                        + " num_senders");
    }

    @Test
    void binaryFileIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("config.txt"), new byte[] {0, 1, 2, (byte) 0xff});
        assertThatThrownBy(() -> PerfTestConfig.read(file))
                .hasMessage(file + ": expected lines such as num_msgs=1000000, found a binary file");
    }

    @Test
    void folderIsRefused() {
        assertThatThrownBy(() -> PerfTestConfig.read(folder))
                .hasMessage(folder + ": expected a file, found a directory");
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(folder.resolve("config.txt") + ": " + message);
    }

    private PerfTestConfig read(String text) throws IOException {
        return PerfTestConfig.read(Files.writeString(folder.resolve("config.txt"), text));
    }
}
