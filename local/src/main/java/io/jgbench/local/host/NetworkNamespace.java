package io.jgbench.local.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A network namespace without a name. A shell that waits for the end of its standard input keeps it alive, and this
 * process holds the other end of that pipe: whichever way this process ends, the shell does, and the kernel removes
 * the namespace with its interfaces, their peers, routes and queues. So nothing can be left behind.
 */
final class NetworkNamespace implements AutoCloseable {

    /** Sets the namespace up by a batch of ip and one of tc, then keeps it. */
    private static final String KEEPER = """
            printf '%s\\n' "$3" | "$1" -batch - || exit 1
            [ -z "$4" ] || printf '%s\\n' "$4" | "$2" -batch - || exit 1
            echo up
            read -r end
            """;

    private final NetworkTools tools;
    private final Process keeper;

    private NetworkNamespace(NetworkTools tools, Process keeper) {
        this.tools = tools;
        this.keeper = keeper;
    }

    /** Begins to make one; it is there after {@link #awaitUp}. */
    static NetworkNamespace make(NetworkTools tools, List<String> ipBatch, List<String> tcBatch) throws IOException {
        // all of these replace themselves by the next, so that the keeper's process id is that of the shell;
        // in a session of its own it does not get the terminal's Ctrl-C, which would take the network from under a run
        var command = List.of(
                tools.setsid(),
                tools.unshare(),
                "--net",
                tools.sh(),
                "-c",
                KEEPER,
                "jgbench-namespace",
                tools.ip(),
                tools.tc(),
                String.join("\n", ipBatch),
                String.join("\n", tcBatch));
        return new NetworkNamespace(tools, new ProcessBuilder(command).start());
    }

    /**
     * Waits until it is set up.
     *
     * @throws IOException if that failed, with what the tool said, took too long or was interrupted
     */
    void awaitUp() throws IOException {
        var said = new CompletableFuture<String>();
        Thread.ofPlatform().daemon().name("namespace-up").start(() -> {
            try {
                said.complete(keeper.inputReader(StandardCharsets.UTF_8).readLine());
            } catch (IOException e) {
                said.completeExceptionally(e);
            }
        });
        try {
            if (!"up".equals(said.get(Command.LIMIT.toSeconds(), TimeUnit.SECONDS))) {
                var errors = keeper.errorReader(StandardCharsets.UTF_8).readAllAsString();
                throw new IOException("a network namespace could not be set up: " + Command.oneLine(errors));
            }
        } catch (TimeoutException e) {
            throw new IOException("a network namespace was not set up within " + Command.LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    "a network namespace could not be set up: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            throw Command.interrupted("setting up a network namespace", e);
        }
    }

    /** The process id of its keeper. */
    long pid() {
        return keeper.pid();
    }

    /** The command that runs the given one in this namespace, in a session of its own. */
    List<String> enter(List<String> command) {
        var entering =
                new ArrayList<>(List.of(tools.setsid(), tools.nsenter(), "--net=/proc/" + pid() + "/ns/net", "--"));
        entering.addAll(command);
        return entering;
    }

    /** Runs a tool in this namespace to its end. */
    String run(List<String> command, String input) throws IOException {
        return Command.run(enter(command), input);
    }

    /** Lets it go; it disappears when the last process in it ends. */
    @Override
    public void close() {
        keeper.destroyForcibly();
        keeper.onExit().join();
    }
}
