package io.jgbench.tune;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Asks an HTTPS server, such as the API server. One attempt counts as answered by this rule: over a new TCP connection,
 * a full TLS handshake succeeds, {@code GET /livez?verbose&exclude=PADDING} is sent with as much padding as asked for,
 * and the answer arrives whole. Any status will do, and any certificate: what is asked is whether packets arrive, not
 * who answers.
 *
 * <p>The padding is what tells a connection from a host that can be reached: a SYN arrives also where packets of full
 * size are lost. A server reads all of a request's head before it answers, so these arrived. An API server names in its
 * answer what it was asked to exclude and does not know: the padding comes back, so packets of full size arrive in this
 * direction, too. Of another server one knows this only as far as its certificate and its answer are long.
 *
 * <p>It shows nothing of packets larger than the server's own interface takes: TCP sends none.
 */
final class HttpsProbe implements ReachabilityProbe {
    private static final String PATH = "/livez?verbose&exclude=";

    private final ConfirmTarget server;

    HttpsProbe(ConfirmTarget server) {
        this.server = server;
    }

    @Override
    public String target() {
        return server.toString();
    }

    @Override
    public CompletableFuture<?> ask(int requestBytes) {
        var request = HttpRequest.newBuilder(URI.create("https://" + server + PATH + "x".repeat(requestBytes)))
                .build();
        HttpClient client = client();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .whenComplete((_, _) -> client.shutdownNow());
    }

    /**
     * One for each attempt: a connection that is kept, or a TLS session that is taken up again, would send less. It has
     * no timeout of its own, which would count what a busy host takes for its handshake; who asks ends it.
     */
    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(trustingAll())
                .build();
    }

    private static SSLContext trustingAll() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    /** Nothing secret is sent, and nothing that is received is used. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
