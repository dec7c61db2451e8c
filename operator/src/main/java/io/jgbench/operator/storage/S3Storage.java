package io.jgbench.operator.storage;

import io.jgbench.operator.storage.StorageSettings.S3;
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
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Objects in a bucket. A file is made on the local disk, as its size must be known before it is sent, and is streamed
 * from there.
 */
final class S3Storage implements ResultStorage {
    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FILE_TIMEOUT = Duration.ofMinutes(5);

    private final S3 settings;
    private final Path temporary;
    private Optional<S3Client> client = Optional.empty();

    /**
     * Nothing is connected yet.
     *
     * @param temporary where files are made; made where it is not there, and used by nobody else
     */
    S3Storage(S3 settings, Path temporary) {
        this.settings = settings;
        this.temporary = temporary;
    }

    @Override
    public Stored store(StoragePath folder, FolderWriter writer) throws StorageException {
        StoragePath target =
                settings.prefix().map(prefix -> prefix.below(folder)).orElse(folder);
        long bytes = 0;
        try (var spool = SpoolFolder.in(Files.createDirectories(temporary), Duration.ZERO)) {
            List<String> leftOut = writer.writeInto(spool.path());
            for (Path file : spool.files()) {
                bytes += Files.size(file);
                put(target + "/" + spool.path().relativize(file), file);
                Files.delete(file);
            }
            return new Stored("s3://" + settings.bucket() + "/" + target, bytes, leftOut);
        } catch (IOException e) {
            throw new StorageException("The operator's own " + temporary + " does not take it: " + e + ".", e);
        }
    }

    private void put(String key, Path file) throws StorageException {
        var request = PutObjectRequest.builder()
                .bucket(settings.bucket())
                .key(key)
                .contentType(contentType(key))
                .build();
        try {
            connected().putObject(request, RequestBody.fromFile(file));
        } catch (SdkException e) {
            throw new StorageException(
                    settings.credentials()
                            .removedFrom("%s does not take %s of bucket %s: %s."
                                    .formatted(place(), key, settings.bucket(), reason(e))),
                    e);
        }
    }

    private String place() {
        return settings.endpoint().map(Object::toString).orElse("S3 in " + settings.region());
    }

    /** What the server says, or what is in the way of the connection: the last cause is the one that names it. */
    private static String reason(SdkException e) {
        if (e instanceof AwsServiceException refusal) {
            AwsErrorDetails details = refusal.awsErrorDetails();
            String said = details == null ? "" : details.errorCode() + ", " + details.errorMessage();
            return "status " + refusal.statusCode() + (said.isBlank() ? "" : ", " + said);
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return e.getCause() == null ? e.getMessage() : cause.toString();
    }

    private static String contentType(String key) {
        return switch (key.substring(key.lastIndexOf('.') + 1)) {
            case "json" -> "application/json";
            case "html" -> "text/html; charset=utf-8";
            case "xml" -> "application/xml";
            case "csv" -> "text/csv";
            default -> "text/plain; charset=utf-8";
        };
    }

    private S3Client connected() throws StorageException {
        if (client.isEmpty()) {
            client = Optional.of(connect());
        }
        return client.get();
    }

    private S3Client connect() throws StorageException {
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
                // servers other than Amazon's may not know the checksums that the client sends by itself
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .overrideConfiguration(overrides -> overrides
                        .apiCallTimeout(FILE_TIMEOUT)
                        // whoever asks tries again, later and with all files
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

    private static TrustManager[] trusted(Path bundle) throws StorageException {
        try (InputStream in = Files.newInputStream(bundle)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new StorageException("The CA bundle " + bundle + " must hold certificates in PEM, got none.");
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
            throw new StorageException(
                    "The CA bundle " + bundle + " must hold certificates in PEM, and cannot be read: " + e + ".", e);
        }
    }

    @Override
    public void close() {
        client.ifPresent(S3Client::close);
    }
}
