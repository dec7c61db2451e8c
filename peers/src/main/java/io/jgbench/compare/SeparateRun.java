package io.jgbench.compare;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A run of jgbench whose controller is a process of its own, {@link JgbenchRunMain}. */
final class SeparateRun implements ComparedProgram, AutoCloseable {
    /** From the order to the measured part, the warm-up not counted. */
    private static final Duration START = Duration.ofMinutes(3);

    private final ConsoleProcess controller;
    private final List<Long> members;
    private final Duration patience;

    private SeparateRun(ConsoleProcess controller, List<Long> members, Duration patience) {
        this.controller = controller;
        this.members = List.copyOf(members);
        this.patience = patience;
    }

    /**
     * Starts a run with members in namespaces, and returns when all of them measure.
     *
     * @throws IOException if it does not come so far, with why
     */
    static SeparateRun start(RunSpec spec, LinkSettings link) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(MemberJvm.likeThisOne(List.of()).javaWithClassPath());
        command.add(JgbenchRunMain.class.getName());
        var controller = ConsoleProcess.start("jgbench", command);
        try {
            controller.type(
                    new String(ProtocolJson.write(new JgbenchRunMain.Order(spec, link)), StandardCharsets.UTF_8));
            Duration patience = START.plus(spec.workload().warmup().longest());
            var begun =
                    read(controller, JgbenchRunMain.Measuring.FIRST_FIELD, patience, JgbenchRunMain.Measuring.class);
            if (begun.members().size() != spec.members()) {
                throw new IOException("expected " + spec.members() + " processes of members, found "
                        + begun.members().size());
            }
            return new SeparateRun(controller, begun.members(), spec.activeDeadline());
        } catch (IOException | InterruptedException | RuntimeException e) {
            controller.close();
            throw e;
        }
    }

    private static <T> T read(ConsoleProcess controller, String firstField, Duration patience, Class<T> type)
            throws IOException, InterruptedException {
        String line = controller
                .awaitLine(printed -> printed.startsWith(firstField), patience)
                .orElseThrow(() -> new IOException(
                        "jgbench's run said nothing for " + patience.toSeconds() + " s; " + controller.lastLine()));
        try {
            return ProtocolJson.readAnswer(line.getBytes(StandardCharsets.UTF_8), type);
        } catch (MalformedJsonException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public List<Long> members() {
        return members;
    }

    @Override
    public List<Long> processes() {
        return Stream.concat(Stream.of(controller.pid()), members.stream()).toList();
    }

    @Override
    public WorkDone awaitWork() throws IOException, InterruptedException {
        var outcome = read(controller, JgbenchRunMain.Outcome.FIRST_FIELD, patience, JgbenchRunMain.Outcome.class);
        return outcome.work()
                .orElseThrow(() -> new IOException(
                        "jgbench's run failed: " + outcome.failure().orElse("no figures")));
    }

    @Override
    public void close() {
        controller.close();
    }
}
