package io.jgbench.operator.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands in the place of an API server for steps that are tested alone: keeps whatever it is given, by path, and knows
 * nothing of what it means, but for the version of each object. No defaults, no validation, no watches, no finalizers.
 */
public final class FakeApiServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BREAKS = "breaks";
    private static final String SILENT = "silent";

    /** Of the client whose requests are not counted. */
    private static final String ASIDE = "aside";

    private static final List<String> PLURALS =
            List.of("configmaps", "events", "secrets", "pods", "leases", "nodes", "benchmarkruns", "benchmarksuites");

    private final NavigableMap<String, ObjectNode> objects = new ConcurrentSkipListMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, Refusal> refusedMethods = new ConcurrentHashMap<>();
    private final Map<String, HeldRequests> held = new ConcurrentHashMap<>();
    private final Lock oneAtATime = new ReentrantLock();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> made = new CopyOnWriteArrayList<>();
    private final AtomicInteger version = new AtomicInteger();
    private final AtomicInteger requestsUntilBreak = new AtomicInteger(Integer.MAX_VALUE);
    private volatile boolean breaksAfterTheEffect;
    private volatile boolean staysBroken;
    private final HttpServer server;
    private final KubernetesClient client;
    private final KubernetesClient aside;

    private record Refusal(int code, String message) {}

    /** Requests that get no answer until they are released. */
    public static final class HeldRequests implements AutoCloseable {
        private final Semaphore arrived = new Semaphore(0);
        private final CountDownLatch released = new CountDownLatch(1);

        private HeldRequests() {}

        /** Returns when that many have come. */
        public void await(int requests) throws InterruptedException {
            if (!arrived.tryAcquire(requests, 30, TimeUnit.SECONDS)) {
                throw new AssertionError("fewer than " + requests + " requests came");
            }
        }

        private void hold() {
            arrived.release();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Lets them be answered. */
        public void release() {
            released.countDown();
        }

        @Override
        public void close() {
            release();
        }
    }

    /** Starts it. */
    public FakeApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
        client = client("operator");
        aside = client(ASIDE);
    }

    private KubernetesClient client(String userAgent) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withNamespace("lab")
                .withRequestRetryBackoffLimit(0)
                .withUserAgent(userAgent)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** What speaks to it. */
    public KubernetesClient client() {
        return client;
    }

    /** What others than the one under test speak to it with: its requests are not counted, and never break. */
    public KubernetesClient aside() {
        return aside;
    }

    /** Answers whatever would change objects of a kind with 403 from now on. */
    public void refuse(String plural) {
        refused.add(plural);
    }

    /**
     * Answers the requests of one method with a status from now on.
     *
     * @param objects a kind in the plural, or with a name behind it: {@code benchmarkruns/grid-c1-r1}
     * @param method such as DELETE
     * @param code such as 403
     */
    public void refuse(String objects, String method, int code) {
        refusedMethods.put(method + " " + objects, new Refusal(code, "denied by the test's policy"));
    }

    /** The same as an API server answers for an admission webhook, which chooses the status. */
    public void deny(String objects, String method, int code) {
        String message = "admission webhook \"test.example.com\" denied the request: not here";
        refusedMethods.put(method + " " + objects, new Refusal(code, message));
    }

    /** Answers requests of one method for a kind in the plural no more, until what this returns is released. */
    public HeldRequests hold(String plural, String method) {
        var requests = new HeldRequests();
        held.put(method + " " + plural, requests);
        return requests;
    }

    /** Answers them again. */
    public void allow(String plural) {
        refused.remove(plural);
        refusedMethods.keySet().removeIf(known -> known.endsWith(" " + plural));
    }

    /**
     * Answers a request to come with 500, once.
     *
     * @param request which one, from 1
     * @param afterTheEffect whether what it asks for is done nevertheless
     */
    public void breakAt(int request, boolean afterTheEffect) {
        breakAt(request, afterTheEffect, false);
    }

    /**
     * Answers a request to come and all that follow with nothing, and does nothing of what these ask for: whoever asks
     * is killed when it has made that request, and learns nothing any more.
     *
     * @param request which one, from 1
     * @param afterTheEffect whether what it asks for is done nevertheless
     */
    public void killAt(int request, boolean afterTheEffect) {
        breakAt(request, afterTheEffect, true);
    }

    private void breakAt(int request, boolean afterTheEffect, boolean forGood) {
        breaksAfterTheEffect = afterTheEffect;
        staysBroken = forGood;
        requestsUntilBreak.set(request);
    }

    /** Answers all requests again; gives how many more there would have been until the break, below 1 after it. */
    public int mend() {
        return requestsUntilBreak.getAndSet(Integer.MAX_VALUE);
    }

    /** Whether the request that was to break has come. */
    public boolean hasBroken() {
        return requestsUntilBreak.get() < 1;
    }

    /** The names of all objects of a kind that were ever made, in that order. */
    public List<String> made(String plural) {
        return made.stream()
                .filter(path -> path.contains("/" + plural + "/"))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }

    /** The names of the objects of a kind. */
    public List<String> names(String plural) {
        return objects.keySet().stream()
                .filter(path -> path.contains("/" + plural + "/"))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String asked = exchange.getRequestURI().getPath();
        held.forEach((what, requests) -> {
            String[] methodAndPlural = what.split(" ", 2);
            if (exchange.getRequestMethod().equals(methodAndPlural[0])
                    && (asked + "/").contains("/" + methodAndPlural[1] + "/")) {
                requests.hold();
            }
        });
        oneAtATime.lock();
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean reads = exchange.getRequestMethod().equals("GET");
            if (!reads && refused.stream().anyMatch(plural -> path.contains("/" + plural))) {
                fail(exchange, 403, "exceeded quota: none");
                return;
            }
            Optional<Refusal> refusal = refusal(exchange.getRequestMethod(), path);
            if (refusal.isPresent()) {
                fail(exchange, refusal.get().code(), refusal.get().message());
                return;
            }
            boolean isCounted = !ASIDE.equals(exchange.getRequestHeaders().getFirst("User-Agent"));
            int left = isCounted ? requestsUntilBreak.decrementAndGet() : Integer.MAX_VALUE;
            boolean breaks = left == 0 || (left < 0 && staysBroken);
            if (breaks && !(left == 0 && breaksAfterTheEffect)) {
                breakOff(exchange);
                return;
            }
            exchange.setAttribute(BREAKS, breaks);
            exchange.setAttribute(SILENT, breaks && staysBroken);
            boolean isCollection = PLURALS.stream().anyMatch(plural -> path.endsWith("/" + plural));
            switch (exchange.getRequestMethod()) {
                case "GET" -> get(exchange, path, isCollection);
                case "POST" -> post(exchange, path, object(body));
                case "PUT" -> put(exchange, path, object(body));
                case "PATCH" -> patch(exchange, path, object(body));
                case "DELETE" -> delete(exchange, path, isCollection);
                default -> fail(exchange, 405, "no such method");
            }
        } finally {
            oneAtATime.unlock();
        }
    }

    private Optional<Refusal> refusal(String method, String path) {
        return refusedMethods.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(method + " "))
                .filter(entry -> (path + "/").contains("/" + entry.getKey().substring(method.length() + 1) + "/"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static ObjectNode object(byte[] body) throws IOException {
        return (ObjectNode) JSON.readTree(body);
    }

    private void get(HttpExchange exchange, String path, boolean isCollection) throws IOException {
        if (isCollection) {
            ObjectNode list = JSON.createObjectNode().put("kind", "List").put("apiVersion", "v1");
            list.putArray("items").addAll(selected(exchange, path).values());
            answer(exchange, 200, list);
        } else if (objects.containsKey(path)) {
            answer(exchange, 200, objects.get(path));
        } else {
            fail(exchange, 404, path + " is not there");
        }
    }

    private Map<String, ObjectNode> selected(HttpExchange exchange, String path) {
        var selected = new ConcurrentSkipListMap<>(objects.subMap(path + "/", path + "0"));
        selected.values().removeIf(object -> !matches(object, selector(exchange)));
        return selected;
    }

    private static List<String> selector(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestURI().getRawQuery()).stream()
                .flatMap(query -> List.of(query.split("&")).stream())
                .filter(parameter -> parameter.startsWith("labelSelector="))
                .map(parameter ->
                        URLDecoder.decode(parameter.substring("labelSelector=".length()), StandardCharsets.UTF_8))
                .flatMap(selector -> List.of(selector.split(",")).stream())
                .toList();
    }

    private static boolean matches(JsonNode object, List<String> selector) {
        return selector.stream().allMatch(term -> {
            if (term.startsWith("!")) {
                return object.at("/metadata/labels").path(term.substring(1)).isMissingNode();
            }
            String[] label = term.split("=", 2);
            JsonNode value = object.at("/metadata/labels").path(label[0]);
            return label.length == 1 ? !value.isMissingNode() : value.asText().equals(label[1]);
        });
    }

    private void post(HttpExchange exchange, String path, ObjectNode object) throws IOException {
        String there = path + "/" + object.at("/metadata/name").asText();
        if (objects.putIfAbsent(there, versioned(object)) != null) {
            fail(exchange, 409, there + " is there already");
        } else {
            made.add(there);
            answer(exchange, 201, object);
        }
    }

    private ObjectNode versioned(ObjectNode object) {
        object.withObjectProperty("metadata").put("resourceVersion", Integer.toString(version.incrementAndGet()));
        return object;
    }

    private void put(HttpExchange exchange, String path, ObjectNode object) throws IOException {
        objects.put(path, versioned(object));
        answer(exchange, 200, object);
    }

    private void patch(HttpExchange exchange, String path, ObjectNode part) throws IOException {
        boolean isApply = exchange.getRequestHeaders().getFirst("Content-Type").startsWith("application/apply-patch");
        ObjectNode before = objects.get(path);
        if (before == null && !isApply) {
            fail(exchange, 404, path + " is not there");
            return;
        }
        JsonNode asked = part.at("/metadata/resourceVersion");
        if (asked.isTextual() && (before == null || !asked.equals(before.at("/metadata/resourceVersion")))) {
            fail(exchange, 409, path + " is of another version");
            return;
        }
        ObjectNode after = before == null || isApply
                ? part
                : JSON.readerForUpdating(before.deepCopy()).readValue(part);
        if (objects.put(path, versioned(after)) == null) {
            made.add(path);
        }
        answer(exchange, 200, after);
    }

    private void delete(HttpExchange exchange, String path, boolean isCollection) throws IOException {
        if (isCollection) {
            selected(exchange, path).keySet().forEach(objects::remove);
        } else if (objects.remove(path) == null) {
            fail(exchange, 404, path + " is not there");
            return;
        }
        answer(exchange, 200, status("Success", 200, ""));
    }

    private void breakOff(HttpExchange exchange) throws IOException {
        // without an answer the connection ends with the exchange
        if (!staysBroken) {
            fail(exchange, 500, "as the test has it");
        }
    }

    private static void fail(HttpExchange exchange, int code, String message) throws IOException {
        answer(exchange, code, status("Failure", code, message));
    }

    private static ObjectNode status(String status, int code, String message) {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", status)
                .put("code", code)
                .put("message", message);
    }

    private static void answer(HttpExchange exchange, int asked, JsonNode body) throws IOException {
        if (Boolean.TRUE.equals(exchange.getAttribute(SILENT))) {
            return;
        }
        int code = Boolean.TRUE.equals(exchange.getAttribute(BREAKS)) ? 500 : asked;
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        client.close();
        aside.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
