package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jgbench.operator.cluster.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory and the requests that thousands of runs take which wait, each with a stack of its own. */
@Tag("slow")
class WaitingRunsTest {
    private static final int QUEUED = 1000;
    private static final int SUSPENDED = 2000;
    private static final int STACK_CHARACTERS = 65_536;
    private static final String RUNS = "/apis/jgbench.io/v1alpha1/namespaces/lab/benchmarkruns";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AtomicInteger pages = new AtomicInteger();
    private final AtomicInteger gets = new AtomicInteger();
    private final AtomicInteger listsOfPods = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer api;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        api.setExecutor(threads);
        api.createContext("/", this::answer);
        api.start();
    }

    @AfterEach
    void close() {
        api.stop(0);
        threads.shutdownNow();
    }

    @Test
    void heapOfAnOperatorOf300MebibytesHoldsThemAndEachStackIsReadOnce() throws Exception {
        Path said = folder.resolve("said");
        Process process = ChildJvm.start(
                said.toFile(),
                WaitingRuns.class,
                List.of("http://127.0.0.1:" + api.getAddress().getPort()));
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        assertThat(Files.readAllLines(said).stream().filter(line -> line.startsWith("{")))
                .containsExactly(
                        "{QUEUED=" + QUEUED + ", SUSPENDED=" + SUSPENDED + "}",
                        "{QUEUED=" + QUEUED + ", SUSPENDED=" + SUSPENDED + "}");
        assertThat(gets).as("reads of single runs").hasValue(QUEUED);
        assertThat(listsOfPods).as("reads of pods").hasValue(0);
        assertThat(pages).as("reads of lists").hasValueGreaterThan(100).hasValueLessThan(200);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] body = JSON.writeValueAsBytes(object(exchange));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private ObjectNode object(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(RUNS)) {
            pages.incrementAndGet();
            return page(exchange.getRequestURI().getQuery());
        }
        if (path.startsWith(RUNS + "/run-")) {
            gets.incrementAndGet();
            return run(Integer.parseInt(path.substring((RUNS + "/run-").length())));
        }
        if (path.endsWith("/pods")) {
            listsOfPods.incrementAndGet();
        }
        // of all else there is nothing
        ObjectNode none = JSON.createObjectNode().put("kind", "List").put("apiVersion", "v1");
        none.putArray("items");
        return none;
    }

    /** As many as are asked for, and where the next page begins. */
    private static ObjectNode page(String query) {
        int first = parameter(query, "continue", 0);
        int end = Math.min(1 + QUEUED + SUSPENDED, first + parameter(query, "limit", Integer.MAX_VALUE / 2));
        ObjectNode list =
                JSON.createObjectNode().put("kind", "BenchmarkRunList").put("apiVersion", "jgbench.io/v1alpha1");
        list.putObject("metadata").put("continue", end == 1 + QUEUED + SUSPENDED ? "" : Integer.toString(end));
        ArrayNode items = list.putArray("items");
        for (int number = first; number < end; number++) {
            items.add(run(number));
        }
        return list;
    }

    private static int parameter(String query, String name, int otherwise) {
        if (query == null) {
            return otherwise;
        }
        for (String parameter : query.split("&", -1)) {
            if (parameter.startsWith(name + "=")) {
                return Integer.parseInt(parameter.substring(name.length() + 1));
            }
        }
        return otherwise;
    }

    /** The first has the nodes; those behind it are queued, and the last are suspended. */
    private static ObjectNode run(int number) {
        ObjectNode run =
                JSON.createObjectNode().put("apiVersion", "jgbench.io/v1alpha1").put("kind", "BenchmarkRun");
        run.putObject("metadata")
                .put("name", "run-" + number)
                .put("namespace", "lab")
                .put("uid", "uid-" + number)
                .put("generation", 1)
                .put("creationTimestamp", number == 0 ? "2026-11-01T10:00:00Z" : "2026-11-01T11:00:00Z");
        ObjectNode spec = run.putObject("spec")
                .put("members", 2)
                .put("messages", 1000)
                .put("messageSize", "1k")
                .put("suspend", number > QUEUED);
        spec.putObject("stack").put("inline", stack(number));
        if (number == 0) {
            run.putObject("status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "NodesReserved")
                    .put("status", "True")
                    .put("reason", "Reserved")
                    .put("message", "A Lease is held on 2 nodes.")
                    .put("lastTransitionTime", "2026-11-01T10:00:01Z");
        }
        return run;
    }

    private static String stack(int number) {
        String begin = "<config><UDP/><PING/><pbcast.GMS/><!-- " + number + " ";
        String end = " --></config>";
        return begin + "x".repeat(STACK_CHARACTERS - begin.length() - end.length()) + end;
    }
}
