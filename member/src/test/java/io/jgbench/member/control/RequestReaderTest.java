package io.jgbench.member.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {

    @Test
    void requestsFollowEachOtherOnOneConnection() throws Exception {
        var reader =
                reader("POST /v1/arm HTTP/1.1\r\nHost: m0\r\nContent-Length: 2\r\n\r\n{}GET /v1/state HTTP/1.1\n\n");

        var first = reader.next().orElseThrow();
        assertThat(first.asked()).isEqualTo("POST /v1/arm");
        assertThat(first.body()).isEqualTo("{}".getBytes(StandardCharsets.US_ASCII));
        var second = reader.next().orElseThrow();
        assertThat(second.asked()).isEqualTo("GET /v1/state");
        assertThat(second.body()).isEmpty();
        assertThat(reader.next()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "GET /v1/state HTTP/2\r\n\r\n",
                "GET /v1/state HTTP/1.1\r\nno header\r\n\r\n",
                "POST /v1/arm HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST /v1/arm HTTP/1.1\r\nContent-Length: many\r\n\r\n",
                "POST /v1/arm HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            })
    void whatIsNoRequestIsRefused(String text) {
        assertThatThrownBy(reader(text)::next)
                .isInstanceOfSatisfying(
                        BadRequestException.class, e -> assertThat(e.status()).isEqualTo(400));
    }

    @Test
    void lineWithoutAnEndIsRefused() {
        assertThatThrownBy(reader("G".repeat(10_000))::next).hasMessage("a line of more than 8192 bytes");
        assertThatThrownBy(reader("GET / HTTP/1.1\r\n" + "a: b\r\n".repeat(100))::next)
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void announcedLengthAllocatesNothing() {
        assertThatThrownBy(reader("POST /v1/arm HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")::next)
                .isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /v1", "GET /v1/state HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n{}"})
    void endWithinARequestIsAnEnd(String text) {
        assertThatThrownBy(reader(text)::next).isInstanceOf(EOFException.class);
    }

    private static RequestReader reader(String text) {
        return new RequestReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
