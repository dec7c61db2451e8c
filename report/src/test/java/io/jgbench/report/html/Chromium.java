package io.jgbench.report.html;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real browser without a window, which is told what to do over its DevTools protocol. */
final class Chromium implements AutoCloseable {
    static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int HEIGHT = 1200;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final Process process;
    private final WebSocket socket;

    private Chromium(Process process, Path profile) throws IOException, InterruptedException {
        this.process = process;
        Path port = profile.resolve("DevToolsActivePort");
        await().atMost(PATIENCE)
                .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
        var list = URI.create("http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json/list");
        String targets = http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                .body();
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page(json.readTree(targets))), new Answers())
                .join();
        ask("Page.enable", json.createObjectNode());
    }

    private static String page(JsonNode targets) {
        for (JsonNode target : targets) {
            if (target.path("type").asText().equals("page")) {
                return target.path("webSocketDebuggerUrl").asText();
            }
        }
        throw new IllegalStateException("the browser has no page: " + targets);
    }

    /** Where it is on the path; empty where there is none. */
    static Optional<String> program() {
        return NAMES.stream()
                .filter(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, name))))
                .findFirst();
    }

    /**
     * Starts one.
     *
     * @param folder what it keeps goes there
     */
    static Chromium start(String program, Path folder) throws IOException, InterruptedException {
        Path profile = folder.resolve("profile");
        Process process = new ProcessBuilder(
                        program,
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-sync",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return new Chromium(process, profile);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Lets scripts run that the page's own policy keeps out. */
    Chromium withoutPolicy() {
        ask("Page.setBypassCSP", json.createObjectNode().put("enabled", true));
        return this;
    }

    /** Opens a page that is this wide, and waits until all of it is there. */
    Chromium open(Path page, int width) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                json.createObjectNode()
                        .put("width", width)
                        .put("height", HEIGHT)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
        ask("Page.navigate", json.createObjectNode().put("url", page.toUri().toString()));
        await().atMost(PATIENCE)
                .until(() -> evaluate("document.readyState === 'complete' && location.protocol === 'file:'")
                        .asBoolean());
        return this;
    }

    /** What a script comes to; a promise is waited for. */
    JsonNode evaluate(String script) {
        JsonNode answer = ask(
                "Runtime.evaluate",
                json.createObjectNode()
                        .put("expression", script)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException("the script failed: " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /**
     * Presses a key as a person does.
     *
     * @param key such as {@code Tab}
     * @param code its number
     * @param text what it types; nothing if empty
     */
    void press(String key, int code, String text) {
        ObjectNode down = json.createObjectNode()
                .put("type", text.isEmpty() ? "rawKeyDown" : "keyDown")
                .put("key", key)
                .put("code", key)
                .put("windowsVirtualKeyCode", code);
        ask("Input.dispatchKeyEvent", text.isEmpty() ? down : down.put("text", text));
        ask(
                "Input.dispatchKeyEvent",
                json.createObjectNode()
                        .put("type", "keyUp")
                        .put("key", key)
                        .put("code", key)
                        .put("windowsVirtualKeyCode", code));
    }

    private JsonNode ask(String method, ObjectNode parameters) {
        int id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        asked.put(id, answer);
        ObjectNode message = json.createObjectNode().put("id", id).put("method", method);
        socket.sendText(message.set("params", parameters).toString(), true).join();
        JsonNode told = answer.orTimeout(PATIENCE.toSeconds(), SECONDS).join();
        if (told.has("error")) {
            throw new IllegalStateException(method + " failed: " + told.path("error"));
        }
        return told.path("result");
    }

    /** Puts each answer where it is waited for; events are passed over. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                complete(part.toString());
                part.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void complete(String text) {
            try {
                JsonNode message = json.readTree(text);
                CompletableFuture<JsonNode> waiting =
                        asked.remove(message.path("id").asInt());
                if (waiting != null) {
                    waiting.complete(message);
                }
            } catch (IOException e) {
                throw new IllegalStateException("the browser does not speak JSON: " + text, e);
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
