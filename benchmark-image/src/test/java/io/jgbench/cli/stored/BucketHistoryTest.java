package io.jgbench.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.bucket.Bucket;
import io.jgbench.bucket.BucketCredentials;
import io.jgbench.bucket.BucketSettings;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.testing.FreePorts;
import io.jgbench.testing.s3.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Suites over time that lie in the bucket of a real server, as the operator stores them there. */
@Timeout(180)
@Tag("slow")
@Tag("beside")
final class BucketHistoryTest {
    private static final String BUCKET = "bench";

    private static final int DAYS = 14;

    @TempDir
    private static Path serverFolder;

    private static S3Server server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void fill(@TempDir Path files) throws Exception {
        server = S3Server.start(serverFolder);
        createBucket();
        try (var bucket = new Bucket(settings())) {
            Path other = Files.writeString(files.resolve("other.json"), "{");
            for (int day = 0; day < DAYS; day++) {
                String suite = "jgbench/lab/suite-" + day + "/";
                bucket.put(suite + "suite.json", "application/json", suite(files, day));
                bucket.put(suite + "digests/lab-c1-r1.json", "application/json", other);
                bucket.put(suite + "runs/lab-c1-r1-20261101T100000Z/suite.json", "application/json", other);
            }
            bucket.put("jgbench/lab/broken/suite.json", "application/json", other);
            bucket.put("elsewhere/suite.json", "application/json", other);
            bucket.put("unread/one/suite.json", "application/json", other);
            bucket.put("unread/other/suite.json", "application/json", other);
        }
    }

    private static Path suite(Path files, int day) throws IOException {
        Instant time = Instant.parse("2026-11-01T10:00:00Z").plusSeconds(86_400L * day);
        double rate = (day < 8 ? 1000 : 900) + (day * 5) % 7;
        return Files.write(
                files.resolve("suite-" + day + ".json"),
                SuiteJson.write(SuiteResultBuilder.builder(StoredSuitesTest.suite("1000", "one", rate, 6))
                        .completionTime(Optional.of(time))
                        .build()));
    }

    private static void createBucket() {
        try (S3Client client = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.US_EAST_1)
                .endpointOverride(server.endpoint())
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(S3Server.ACCESS_KEY_ID, S3Server.SECRET_ACCESS_KEY)))
                .build()) {
            client.createBucket(request -> request.bucket(BUCKET));
        }
    }

    private static BucketSettings settings() {
        return new BucketSettings(
                Optional.of(server.endpoint()),
                "us-east-1",
                BUCKET,
                true,
                Optional.empty(),
                new BucketCredentials(S3Server.ACCESS_KEY_ID, S3Server.SECRET_ACCESS_KEY, Optional.empty()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void suitesInABucketAreListedOverTimeAsThoseInAFolder() throws Exception {
        var ended = history("s3://bench/jgbench", "-o", "json");

        assertThat(ended.status()).as("%s", ended).isZero();
        var json = new JsonMapper().readTree(ended.out());
        assertThat(json.at("/series/0/points")).hasSize(DAYS);
        assertThat(json.at("/series/0/changes/0/index").asInt()).isEqualTo(8);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .endsWith("left out: s3://bench/jgbench/lab/broken/suite.json is not whole: Unexpected end-of-input:"
                        + " expected close marker for Object; remove it, and it is made again");
    }

    @Test
    void pageSaysTheBucketInItsCommand() throws Exception {
        Path page = folder.resolve("history.html");

        var ended = history("s3://bench/jgbench/lab/", "--report", page.toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(page).content().contains("suite-13", "./jgbench history s3://bench/jgbench/lab/ --metric");
    }

    @Test
    void suiteThatLiesAtThePlaceItselfIsRead() throws Exception {
        var ended = history("s3://bench/jgbench/lab/suite-3", "-o", "json");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(new JsonMapper().readTree(ended.out()).at("/series/0/points"))
                .hasSize(1);
    }

    @Test
    void suitesInABucketAreComparedWithEachOther() throws Exception {
        var ended = compare("s3://bench/jgbench/lab/suite-3/", "s3://bench/jgbench/lab/suite-10/suite.json");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.out()).contains("Against suite lab of 2026-11-04 10:00 UTC, UNPAIRED", "Slower");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s3://bench/jgbench/lab | s3://bench/jgbench/lab/ holds 15 suites; give one of them, such as",
                "s3://bench/jgbench/lab/broken | broken/ holds no suite that is over; give the folder of one",
                "s3://bench/none | s3://bench/none/ holds no suite that is over; give the folder of one",
                "s3://bench/unread | holds 2 suites; give one of them, such as s3://bench/unread/one",
            })
    void placeOfNoSuiteOrOfSeveralIsNotCompared(String place, String sentence) throws Exception {
        assertRefused(compare(place, "s3://bench/jgbench/lab/suite-3"), sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s3://bench/jgb | s3://bench/jgb holds no suite that has the figure unitsPerSecond",
                "s3://none | does not list bucket none: status 404, NoSuchBucket",
                "s3:/bench | 'a bucket must be given as s3://BUCKET or s3://BUCKET/PREFIX, got: s3:/bench'",
                "s3://B | 'a bucket must be given as s3://BUCKET or s3://BUCKET/PREFIX, got: s3://B'",
            })
    void whatIsNotThereIsOneLine(String place, String sentence) throws Exception {
        assertRefused(history(place), sentence);
    }

    @Test
    void wrongSecretIsRefusedAndNotTold() throws Exception {
        var ended = history(environment(server.endpoint(), "not-its-secret"), "s3://bench");

        assertRefused(ended, "status 403, SignatureDoesNotMatch");
        assertThat(ended.errors().getFirst()).doesNotContain("not-its-secret", S3Server.ACCESS_KEY_ID);
    }

    @Test
    void serverThatDoesNotAnswerIsNamed() throws Exception {
        URI closed = URI.create("http://127.0.0.1:" + FreePorts.take(1).getFirst());

        assertRefused(
                history(environment(closed, S3Server.SECRET_ACCESS_KEY), "s3://bench"),
                closed + " does not list bucket bench: java.net.ConnectException: Connection refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AWS_ACCESS_KEY_ID= | AWS_ACCESS_KEY_ID must be set",
                "AWS_ENDPOINT_URL_S3=https://me:hidden@s3.lab | AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL must be",
                "AWS_CA_BUNDLE=/none/ca.crt | The CA bundle /none/ca.crt must hold certificates in PEM",
            })
    void variableThatIsWrongIsNamed(String variable, String sentence) throws Exception {
        var environment = new ArrayList<>(environment(server.endpoint(), S3Server.SECRET_ACCESS_KEY));
        environment.add(variable);

        var ended = history(environment, "s3://bench");

        assertRefused(ended, sentence);
        assertThat(ended.errors().getFirst()).doesNotContain("hidden");
    }

    private static void assertRefused(JgBenchProcess.Ended ended, String sentence) {
        assertThat(ended.status()).as("%s", ended).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains(sentence);
    }

    private JgBenchProcess.Ended history(String... arguments) throws IOException, InterruptedException {
        return history(environment(server.endpoint(), S3Server.SECRET_ACCESS_KEY), arguments);
    }

    private JgBenchProcess.Ended history(List<String> environment, String... arguments)
            throws IOException, InterruptedException {
        return jgbench(environment, "history", arguments);
    }

    private JgBenchProcess.Ended compare(String... places) throws IOException, InterruptedException {
        return jgbench(environment(server.endpoint(), S3Server.SECRET_ACCESS_KEY), "compare", places);
    }

    private JgBenchProcess.Ended jgbench(List<String> environment, String command, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(arguments));
        return JgBenchProcess.run(folder, environment, all);
    }

    private static List<String> environment(URI endpoint, String secret) {
        return List.of(
                "env",
                "AWS_ENDPOINT_URL=" + endpoint,
                "AWS_ACCESS_KEY_ID=" + S3Server.ACCESS_KEY_ID,
                "AWS_SECRET_ACCESS_KEY=" + secret);
    }
}
