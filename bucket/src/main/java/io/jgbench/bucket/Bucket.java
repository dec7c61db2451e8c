package io.jgbench.bucket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket. Nothing is connected before the first request, and nothing is tried twice. One thread uses it. */
public final class Bucket implements AutoCloseable {
    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FILE_TIMEOUT = Duration.ofMinutes(5);

    private final BucketSettings settings;
    private Optional<S3Client> client = Optional.empty();

    /** Of these settings. */
    public Bucket(BucketSettings settings) {
        this.settings = settings;
    }

    /**
     * Stores a file, in place of an object that has its key.
     *
     * @throws BucketException if the server refuses it or cannot be reached
     */
    public void put(String key, String contentType, Path file) throws BucketException {
        var request = PutObjectRequest.builder()
                .bucket(settings.bucket())
                .key(key)
                .contentType(contentType)
                .build();
        try {
            connected().putObject(request, RequestBody.fromFile(file));
        } catch (SdkException e) {
            throw refused("%s does not take %s of bucket %s".formatted(place(), key, settings.bucket()), e);
        }
    }

    /**
     * The keys of all objects that begin with a prefix, in the order of the server.
     *
     * @param prefix may be empty, for all objects of the bucket
     * @throws BucketException if the server refuses or cannot be reached
     */
    public List<String> keys(String prefix) throws BucketException {
        try {
            return connected()
                    .listObjectsV2Paginator(
                            request -> request.bucket(settings.bucket()).prefix(prefix))
                    .contents()
                    .stream()
                    .map(S3Object::key)
                    .toList();
        } catch (SdkException e) {
            throw refused("%s does not list bucket %s".formatted(place(), settings.bucket()), e);
        }
    }

    /**
     * An object.
     *
     * @param mostBytes how large it may be
     * @throws BucketException if it is larger, or the server refuses or cannot be reached
     */
    public byte[] read(String key, int mostBytes) throws BucketException {
        try (InputStream object = connected()
                .getObject(request -> request.bucket(settings.bucket()).key(key))) {
            byte[] bytes = object.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new BucketException("%s of bucket %s must have at most %d bytes, and has more"
                        .formatted(key, settings.bucket(), mostBytes));
            }
            return bytes;
        } catch (SdkException e) {
            throw refused("%s does not give %s of bucket %s".formatted(place(), key, settings.bucket()), e);
        } catch (IOException e) {
            throw new BucketException(
                    "%s of bucket %s cannot be read to its end: %s".formatted(key, settings.bucket(), e.getMessage()),
                    e);
        }
    }

    private BucketException refused(String what, SdkException e) {
        return new BucketException(settings.credentials().removedFrom(what + ": " + reason(e)), e);
    }

    private String place() {
        return settings.endpoint().map(Object::toString).orElse("S3 in " + settings.region());
    }

    /** What the server says, or what is in the way of the connection: the last cause is the one that names it. */
    private static String reason(SdkException e) {
        if (e instanceof AwsServiceException refusal) {
            AwsErrorDetails details = refusal.awsErrorDetails();
            return "status " + refusal.statusCode() + (details == null ? "" : said(details));
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return e.getCause() == null ? e.getMessage() : cause.toString();
    }

    /** Empty if the server refused before it was sent the file: the JDK's client then reads the status alone. */
    private static String said(AwsErrorDetails details) {
        return Stream.of(details.errorCode(), details.errorMessage())
                .filter(Objects::nonNull)
                .map(", "::concat)
                .collect(Collectors.joining());
    }

    private S3Client connected() throws BucketException {
        if (client.isEmpty()) {
            client = Optional.of(connect());
        }
        return client.get();
    }

    private S3Client connect() throws BucketException {
        var http = UrlConnectionHttpClient.builder()
                .connectionTimeout(CONNECTION_TIMEOUT)
                .socketTimeout(SOCKET_TIMEOUT);
        if (settings.caBundle().isPresent()) {
            TrustManager[] trusted = trusted(settings.caBundle().get());
            http.tlsTrustManagersProvider(() -> trusted);
        }
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(http)
                .region(Region.of(settings.region()))
                .credentialsProvider(StaticCredentialsProvider.create(credentials()))
                .forcePathStyle(settings.isPathStyle())
                // in signed chunks a file goes out in many writes, and a server that refuses after the first closes
                // before the last: its answer would be lost
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(false))
                // servers other than Amazon's may not know the checksums that the client sends by itself
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(overrides -> overrides
                        .apiCallTimeout(FILE_TIMEOUT)
                        // the caller tries again later, with all files
                        .retryStrategy(DefaultRetryStrategy.doNotRetry()));
        settings.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }

    private AwsCredentials credentials() {
        var known = settings.credentials();
        return known.sessionToken()
                .<AwsCredentials>map(
                        token -> AwsSessionCredentials.create(known.accessKeyId(), known.secretAccessKey(), token))
                .orElseGet(() -> AwsBasicCredentials.create(known.accessKeyId(), known.secretAccessKey()));
    }

    private static TrustManager[] trusted(Path bundle) throws BucketException {
        try (InputStream in = Files.newInputStream(bundle)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new BucketException("The CA bundle " + bundle + " must hold certificates in PEM, got none");
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new BucketException(
                    "The CA bundle " + bundle + " must hold certificates in PEM, and cannot be read: " + e, e);
        }
    }

    @Override
    public void close() {
        client.ifPresent(S3Client::close);
    }
}
