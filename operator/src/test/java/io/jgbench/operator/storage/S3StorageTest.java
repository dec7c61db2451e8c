package io.jgbench.operator.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.bucket.BucketCredentials;
import io.jgbench.bucket.BucketSettings;
import io.jgbench.operator.storage.StorageSettings.S3;
import io.jgbench.testing.FreePorts;
import io.jgbench.testing.s3.S3Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What lies in the bucket of a real server afterwards. */
@Tag("slow")
@Tag("beside")
class S3StorageTest {
    private static final String BUCKET = "results";
    private static final StoragePath RUN = StoragePath.of("lab", "udp-20261101T100000Z");

    @TempDir
    private static Path serverFolder;

    private static S3Server server;
    private static S3Client client;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void start() throws IOException {
        server = S3Server.start(serverFolder);
        client = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.US_EAST_1)
                .endpointOverride(server.endpoint())
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(S3Server.ACCESS_KEY_ID, S3Server.SECRET_ACCESS_KEY)))
                .build();
        client.createBucket(request -> request.bucket(BUCKET));
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void filesAreObjectsUnderThePrefixAndAreReplaced() throws Exception {
        try (var storage = new S3Storage(settings(BUCKET), temporary)) {
            storage.store(RUN, folder -> write(folder, "first"));
            var stored = storage.store(RUN, folder -> write(folder, "second"));

            assertThat(stored.location()).isEqualTo("s3://results/jgbench/lab/udp-20261101T100000Z");
            assertThat(stored.bytes()).isEqualTo(12);
        }
        assertThat(client.listObjectsV2(request -> request.bucket(BUCKET)).contents())
                .extracting(S3Object::key, S3Object::size)
                .containsExactlyInAnyOrder(
                        tuple("jgbench/lab/udp-20261101T100000Z/repetition-1/result.json", 6L),
                        tuple("jgbench/lab/udp-20261101T100000Z/status.yaml", 6L));
        assertThat(temporary).isEmptyDirectory();
    }

    @RepeatedTest(20)
    void wrongSecretIsRefusedAndNotTold() {
        S3 wrong = settings(server.endpoint(), BUCKET, Optional.empty(), "not-its-secret");

        assertThatThrownBy(() -> store(wrong))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll("status 403", "SignatureDoesNotMatch", "bucket results")
                .hasMessageNotContainingAny("not-its-secret", S3Server.ACCESS_KEY_ID);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void serverThatRefusesBeforeItIsSentTheFileIsToldWithItsStatus() throws Exception {
        try (var refusing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answer = Thread.ofVirtual().start(() -> refuseUnread(refusing));

            assertThatThrownBy(() ->
                            store(at(URI.create("http://127.0.0.1:" + refusing.getLocalPort()), Optional.empty())))
                    .isInstanceOf(StorageException.class)
                    .hasMessageEndingWith("status 403.");
            answer.join();
        }
    }

    private static void refuseUnread(ServerSocket server) {
        try (var connection = server.accept()) {
            var request = new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
            assertThat(request.lines().takeWhile(line -> !line.isEmpty())).contains("Expect: 100-continue");
            connection.getOutputStream().write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void bucketThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> store(settings("elsewhere")))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll("status 404", "NoSuchBucket", "bucket elsewhere");
    }

    @Test
    void serverThatDoesNotAnswerIsNamed() throws Exception {
        URI closed = URI.create("http://127.0.0.1:" + FreePorts.take(1).getFirst());

        assertThatThrownBy(() -> store(at(closed, Optional.empty())))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(closed.toString(), "Connection refused");
    }

    @Test
    void certificateOfTheServerIsCheckedAgainstTheBundle(@TempDir Path folder) throws Exception {
        try (S3Server withTls = S3Server.startWithTls(folder)) {
            assertThatThrownBy(() -> store(at(withTls.endpoint(), Optional.empty())))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("certification path");
            assertThatThrownBy(() -> store(
                            settings(withTls.endpoint(), "none", withTls.certificate(), S3Server.SECRET_ACCESS_KEY)))
                    .as("the connection stands, and the server answers")
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("NoSuchBucket");
            assertThatThrownBy(() -> store(
                            at(withTls.endpoint(), Optional.of(Files.writeString(folder.resolve("no.crt"), "none")))))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll("no.crt", "certificates in PEM");
        }
    }

    private static S3 at(URI endpoint, Optional<Path> bundle) {
        return settings(endpoint, BUCKET, bundle, S3Server.SECRET_ACCESS_KEY);
    }

    private static S3 settings(String bucket) {
        return settings(server.endpoint(), bucket, Optional.empty(), S3Server.SECRET_ACCESS_KEY);
    }

    private static S3 settings(URI endpoint, String bucket, Optional<Path> bundle, String secret) {
        return new S3(
                new BucketSettings(
                        Optional.of(endpoint),
                        "us-east-1",
                        bucket,
                        true,
                        bundle,
                        new BucketCredentials(S3Server.ACCESS_KEY_ID, secret, Optional.empty())),
                Optional.of(StoragePath.of("jgbench")));
    }

    private void store(S3 settings) throws StorageException {
        try (var storage = new S3Storage(settings, temporary)) {
            storage.store(RUN, folder -> write(folder, "text"));
        }
    }

    private static List<String> write(Path folder, String text) throws IOException {
        Files.writeString(folder.resolve("status.yaml"), text);
        Files.writeString(Files.createDirectory(folder.resolve("repetition-1")).resolve("result.json"), text);
        return List.of();
    }
}
