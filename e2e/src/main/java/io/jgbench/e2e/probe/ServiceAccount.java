package io.jgbench.e2e.probe;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What Kubernetes gives a pod to speak with its API server.
 *
 * @param folder where it lies
 */
record ServiceAccount(Path folder) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static ServiceAccount ofThisPod() {
        return new ServiceAccount(Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
    }

    /** Asks the API server by the name of its service; fails unless it answers with status 200. */
    String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://kubernetes.default.svc" + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + Files.readString(folder.resolve("token")))
                .build();
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .sslContext(trust())
                .build()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("expected status 200, found " + response.statusCode());
            }
            return response.body();
        }
    }

    private SSLContext trust() throws Exception {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        try (InputStream certificate = Files.newInputStream(folder.resolve("ca.crt"))) {
            authorities.setCertificateEntry(
                    "cluster", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
