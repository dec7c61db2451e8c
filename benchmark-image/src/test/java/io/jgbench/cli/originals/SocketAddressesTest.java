package io.jgbench.cli.originals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.cli.exit.OptionChecks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class SocketAddressesTest {
    private final SocketAddresses addresses =
            new SocketAddresses(9999, new OptionChecks(new CommandLine(CommandSpec.create()).getCommandSpec()));

    @Test
    void eachPortOfARangeIsAnAddress() {
        assertThat(addresses.readAll("127.0.0.1:9000..9002", "an address"))
                .containsExactly(loopback(9000), loopback(9001), loopback(9002));
        assertThat(addresses.readAll("127.0.0.1", "an address")).containsExactly(loopback(9999));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1:9002..9000 | an address must have the lesser port first, got: 127.0.0.1:9002..9000",
                "127.0.0.1:9000..70000 | the port of an address must be between 0 and 65535, got: 70000",
                "127.0.0.1:9000.. | an address must be ADDRESS or ADDRESS:PORT, got: 127.0.0.1:9000..",
            })
    void badRangeIsRefusedWithOneSentence(String text, String sentence) {
        assertThatThrownBy(() -> addresses.readAll(text, "an address"))
                .isInstanceOf(ParameterException.class)
                .hasMessage(sentence);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
