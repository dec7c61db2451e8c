package io.jgbench.testing.s3;

import static org.awaitility.Awaitility.await;

import io.jgbench.testing.FreePorts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * S3Proxy in a process of its own: a server of the S3 protocol that checks signatures and keeps objects in memory. Its
 * jar is fetched by the build, see this module's {@code pom.xml}.
 */
public final class S3Server implements AutoCloseable {
    /** The key that it knows. */
    public static final String ACCESS_KEY_ID = "test-access-key";
    /** The secret of that key. */
    public static final String SECRET_ACCESS_KEY = "test-secret-of-that-key";

    private static final Path JAR = Path.of("..", "test-support", "target", "s3-server", "s3proxy.jar");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PASSWORD = "password";

    private final Process process;
    private final URI endpoint;
    private final Optional<Path> certificate;

    private S3Server(Process process, URI endpoint, Optional<Path> certificate) {
        this.process = process;
        this.endpoint = endpoint;
        this.certificate = certificate;
    }

    /** Starts one without TLS. */
    public static S3Server start(Path folder) throws IOException {
        int port = FreePorts.take(1).getFirst();
        URI endpoint = URI.create("http://127.0.0.1:" + port);
        return started(folder, endpoint, "s3proxy.endpoint=" + endpoint, Optional.empty());
    }

    /** Starts one with TLS and a certificate that nobody has signed. */
    public static S3Server startWithTls(Path folder) throws IOException, InterruptedException {
        int port = FreePorts.take(1).getFirst();
        URI endpoint = URI.create("https://127.0.0.1:" + port);
        Path keys = folder.resolve("keys.p12");
        Path certificate = folder.resolve("ca.crt");
        keytool(
                "-genkeypair",
                "-alias",
                "s3",
                "-keyalg",
                "EC",
                "-dname",
                "CN=s3.test",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                keys.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD);
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "s3",
                "-file",
                certificate.toString(),
                "-keystore",
                keys.toString(),
                "-storepass",
                PASSWORD);
        return started(
                folder,
                endpoint,
                "s3proxy.secure-endpoint=%s\ns3proxy.keystore-path=%s\ns3proxy.keystore-password=%s"
                        .formatted(endpoint, keys, PASSWORD),
                Optional.of(certificate));
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program("keytool")));
        command.addAll(List.of(arguments));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException("keytool ended with status " + status);
        }
    }

    private static String program(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static S3Server started(Path folder, URI endpoint, String listen, Optional<Path> certificate)
            throws IOException {
        Path settings = Files.writeString(
                folder.resolve("s3proxy.properties"), """
                        %s
                        s3proxy.authorization=aws-v2-or-v4
                        s3proxy.identity=%2$s
                        s3proxy.credential=%3$s
                        jclouds.provider=transient-nio2
                        jclouds.identity=%2$s
                        jclouds.credential=%3$s
                        """.formatted(listen, ACCESS_KEY_ID, SECRET_ACCESS_KEY));
        Process process = new ProcessBuilder(
                        program("java"),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        JAR.toString(),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("s3proxy.log").toFile())
                .start();
        var server = new S3Server(process, endpoint, certificate);
        await().atMost(PATIENCE).until(server::listens);
        return server;
    }

    private boolean listens() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("S3Proxy ended with status " + process.exitValue() + "; see s3proxy.log");
        }
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort())) {
            return true;
        } catch (ConnectException _) {
            return false;
        }
    }

    /** Where it listens. */
    public URI endpoint() {
        return endpoint;
    }

    /** The certificate that its clients have to trust; empty without TLS. */
    public Optional<Path> certificate() {
        return certificate;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
