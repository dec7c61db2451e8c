package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CompressedDigestTest {
    @Test
    void digestThatUnfoldsToMoreThanAnyHasIsRefused() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[CompressedDigest.MAX_BYTES + 1]);
        }
        assertThat(bytes.size()).isLessThan(10_000);

        assertThatThrownBy(() -> CompressedDigest.read(bytes.toByteArray(), "the digest a"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("the digest a is larger than any that jgbench writes, which have at most 4 MiB; remove it");
    }

    /** Each takes a hundred times as much memory as its three bytes of text. */
    @Test
    void digestOfVeryManyEmptyObjectsIsRefusedBeforeTheyAreMade() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(("{\"schemaVersion\":1,\"figures\":[" + "{},".repeat(200_000) + "{}]}")
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThatThrownBy(() -> CompressedDigest.read(bytes.toByteArray(), "the digest a"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("the digest a must hold at most 100000 values");
    }
}
