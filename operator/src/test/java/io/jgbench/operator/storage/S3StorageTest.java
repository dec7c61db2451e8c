package io.jgbench.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.operator.storage.StorageSettings.Credentials;
import io.jgbench.operator.storage.StorageSettings.S3;
import io.jgbench.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
        try (var storage = new S3Storage(server.settings(BUCKET), temporary)) {
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

    @Test
    void wrongSecretIsRefusedAndNotTold() {
        S3 known = server.settings(BUCKET);
        var wrong = new S3(
                known.endpoint(),
                known.region(),
                BUCKET,
                known.prefix(),
                true,
                Optional.empty(),
                new Credentials(S3Server.ACCESS_KEY_ID, "not-its-secret", Optional.empty()));

        assertThatThrownBy(() -> store(wrong))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll("status 403", "SignatureDoesNotMatch", "bucket results")
                .hasMessageNotContainingAny("not-its-secret", S3Server.ACCESS_KEY_ID);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void bucketThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> store(server.settings("elsewhere")))
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
            assertThatThrownBy(() -> store(withTls.settings("none")))
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
        S3 known = server.settings(BUCKET);
        return new S3(Optional.of(endpoint), known.region(), BUCKET, known.prefix(), true, bundle, known.credentials());
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
