package io.jgbench.testing.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.KubeAPITestException;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** An etcd and a kube-apiserver of this JVM's own, on loopback, with what they store in a folder of their own. */
public final class ApiServer implements AutoCloseable {
    /** Ten seconds on an idle machine of two cores; the rest is room for a busy one. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    /** Somebody else may listen at a port before the program for which it was found free. */
    private static final int STARTS = 3;

    private static final String ETCD_SERVERS = "--etcd-servers";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Path kubectl;
    private final Path kubeconfig;
    private final KubeAPIServer server;
    private final Thread stopAtExit;

    /** Makes the tests' namespaces. One for all of them, as a client takes most of a second of a CPU to be made. */
    @GuardedBy("this")
    private KubernetesClient maker;

    private ApiServer(Path folder, Path kubectl, KubeAPIServer server) {
        this.folder = folder;
        this.kubectl = kubectl;
        this.kubeconfig = folder.resolve("kubeconfig");
        this.server = server;
        this.stopAtExit = new Thread(this::stop, "stop-api-server");
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param programs the folder of {@code etcd}, {@code kube-apiserver} and {@code kubectl}
     * @throws KubeAPITestException if it does not start
     */
    static ApiServer start(Path programs) throws IOException {
        for (int i = 1; i < STARTS; i++) {
            try {
                return startOnce(programs);
            } catch (KubeAPITestException e) {
                System.err.println("the API server is started again: " + e.getMessage());
            }
        }
        return startOnce(programs);
    }

    private static ApiServer startOnce(Path programs) throws IOException {
        Path folder = Files.createTempDirectory("jgbench-api-server");
        // The library expects programs in a folder named after their version and the platform; the name is all it
        // reads.
        String version = "1.0.0";
        Path expected = folder.resolve("k8s/" + version + platform());
        Files.createDirectories(expected.getParent());
        Files.createSymbolicLink(expected, programs);

        var config = KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withTestDir(folder.toString())
                .withApiServerVersion(version)
                .withOfflineMode(true)
                .withStartupTimeout((int) START_TIMEOUT.toMillis())
                .build();
        ApiServer started = new ApiServer(folder, programs.resolve("kubectl"), new KubeAPIServer(config));
        Runtime.getRuntime().addShutdownHook(started.stopAtExit);
        try {
            started.server.start();
        } catch (KubeAPITestException e) {
            try {
                started.close();
            } catch (IOException | RuntimeException leftBehind) {
                e.addSuppressed(leftBehind);
            }
            throw e;
        }
        Files.writeString(started.kubeconfig, started.server.getKubeConfigYaml());
        return started;
    }

    private static String platform() {
        var os = new io.fabric8.kubeapitest.binary.OSInfo();
        return io.fabric8.kubeapitest.Utils.platformSuffix(os);
    }

    /** A file that names the server and an administrator's certificate, as {@code KUBECONFIG} expects it. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** An administrator's client, to be closed by the caller, that works in a namespace made for it. */
    public KubernetesClient clientWithNewNamespace() {
        Namespace made = maker().resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withGenerateName("test-")
                        .endMetadata()
                        .build())
                .create();
        return client(made.getMetadata().getName());
    }

    private synchronized KubernetesClient maker() {
        if (maker == null) {
            maker = client("default");
        }
        return maker;
    }

    /** An administrator's client, to be closed by the caller, that works in a namespace which exists. */
    public KubernetesClient client(String namespace) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.getKubeConfigYaml()))
                .withNamespace(namespace)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** A client, to be closed by the caller, that acts as a service account; what it may do is what RBAC grants it. */
    public KubernetesClient clientOfServiceAccount(String namespace, String name) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.getKubeConfigYaml()))
                .withNamespace(namespace)
                .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + name)
                .withImpersonateGroups("system:serviceaccounts", "system:serviceaccounts:" + namespace)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Runs kubectl as an administrator; it knows nothing of the user's own configuration. */
    public Output kubectl(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(kubectl.toString()), Stream.of(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }

    /**
     * The API server answers nobody until this is closed, as one whose machine stands still. What it stores stays.
     *
     * @param process the server's, stopped by SIGSTOP
     */
    public record Outage(ProcessHandle process) implements AutoCloseable {

        /** It answers again, what it was asked meanwhile as well. */
        @Override
        public void close() {
            signal(process, "CONT");
        }
    }

    /**
     * Changes what is stored of an object without the API server's rules, as if a definition of another version had let
     * it in.
     *
     * @param path the plural with its group, the namespace and the name, with slashes between them
     * @param change makes the JSON that is stored from then on
     */
    public void changeStored(String path, UnaryOperator<String> change) {
        String key = Base64.getEncoder().encodeToString(("/registry/" + path).getBytes(StandardCharsets.UTF_8));
        JsonNode found = etcd("range", Map.of("key", key)).at("/kvs/0/value");
        if (found.isMissingNode()) {
            throw new IllegalArgumentException("nothing is stored at /registry/" + path);
        }
        String before = new String(Base64.getDecoder().decode(found.textValue()), StandardCharsets.UTF_8);
        String after = Base64.getEncoder().encodeToString(change.apply(before).getBytes(StandardCharsets.UTF_8));
        etcd("put", Map.of("key", key, "value", after));
    }

    private JsonNode etcd(String operation, Map<String, String> parameters) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(etcdUrl() + "/v3/kv/" + operation))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(parameters)))
                    .build();
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new IllegalStateException("etcd answered " + operation + " with " + answer.statusCode() + ": "
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while etcd was asked", e);
        }
    }

    private static String etcdUrl() {
        List<String> words = List.of(process().info().arguments().orElseThrow());
        return words.get(words.indexOf(ETCD_SERVERS) + 1);
    }

    /** Begins an outage. It is for one test at a time, as all tests of this JVM share the server. */
    public Outage outage() {
        ProcessHandle process = process();
        signal(process, "STOP");
        return new Outage(process);
    }

    private static ProcessHandle process() {
        return ProcessHandle.current()
                .descendants()
                .filter(ApiServer::isApiServer)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this JVM has no process kube-apiserver"));
    }

    /** One program may be kubectl, etcd and the API server by the name that it is called by. */
    private static boolean isApiServer(ProcessHandle process) {
        return process.info()
                .arguments()
                .filter(words -> List.of(words).contains(ETCD_SERVERS))
                .isPresent();
    }

    private static void signal(ProcessHandle process, String signal) {
        try {
            int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + signal + " ended with status " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the API server was sent " + signal, e);
        }
    }

    /** Stops both programs and removes what they stored. */
    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(stopAtExit);
        stop();
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path path : content.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    private synchronized void stop() {
        if (maker != null) {
            maker.close();
        }
        server.stop();
    }

    /**
     * What a program left when it had ended.
     *
     * @param status its exit status
     * @param text what it wrote to standard output and standard error
     */
    public record Output(int status, String text) {}
}
