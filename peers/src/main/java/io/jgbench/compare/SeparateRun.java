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
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A run of jgbench whose controller is a process of its own, {@link JgbenchRunMain}. */
final class SeparateRun implements ComparedProgram, AutoCloseable {
    /** From the order to the measured part, the warm-up not counted. */
    private static final Duration START = Duration.ofMinutes(3);

    /** A run that lost a member fetches what the others have, and lets them end. */
    private static final Duration FAILING = Duration.ofMinutes(1);

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
     * @param counted what the rate of its workload counts
     * @throws IOException if it does not come so far, with why
     */
    static SeparateRun start(RunSpec spec, LinkSettings link, CountedUnits counted)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(MemberJvm.likeThisOne(List.of()).javaWithClassPath());
        command.add(JgbenchRunMain.class.getName());
        var controller = ConsoleProcess.start("jgbench", command);
        try {
            var order = new JgbenchRunMain.Order(spec, link, counted);
            controller.type(new String(ProtocolJson.write(order), StandardCharsets.UTF_8));
            return whenMeasuring(controller, spec);
        } catch (IOException | InterruptedException | RuntimeException e) {
            controller.close();
            throw e;
        }
    }

    /**
     * The run of a controller that has its order, as soon as all members measure.
     *
     * @param controller is not closed where this fails
     * @throws IOException if it does not come so far, with why
     */
    static SeparateRun whenMeasuring(ConsoleProcess controller, RunSpec spec) throws IOException, InterruptedException {
        String line = await(
                controller,
                printed -> isMeasuring(printed) || isOutcome(printed),
                START.plus(spec.workload().warmup().longest()));
        if (isOutcome(line)) {
            throw overTooEarly(line);
        }
        List<Long> members = parse(line, JgbenchRunMain.Measuring.class).members();
        if (members.size() != spec.members()) {
            throw new IOException("expected " + spec.members() + " processes of members, found " + members.size());
        }
        return new SeparateRun(controller, members, spec.activeDeadline());
    }

    private static boolean isMeasuring(String line) {
        return line.startsWith(JgbenchRunMain.Measuring.FIRST_FIELD);
    }

    private static boolean isOutcome(String line) {
        return line.startsWith(JgbenchRunMain.Outcome.FIRST_FIELD);
    }

    private static IOException overTooEarly(String outcome) throws IOException {
        return parse(outcome, JgbenchRunMain.Outcome.class)
                .failure()
                .map(SeparateRun::failed)
                .orElseGet(() -> new IOException(
                        "jgbench's run was over before its last turn: the machine is too busy to compare on"));
    }

    private static IOException failed(String why) {
        return new IOException("jgbench's run failed: " + why);
    }

    private static String await(ConsoleProcess controller, Predicate<String> wanted, Duration patience)
            throws IOException, InterruptedException {
        return controller
                .awaitLine(wanted, patience)
                .orElseThrow(() -> new IOException(
                        "jgbench's run said nothing for " + patience.toSeconds() + " s; " + controller.lastLine()));
    }

    private static <T> T parse(String line, Class<T> type) throws IOException {
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

    /** A member that ends fails the run, which says so when it has fetched what the others have. */
    @Override
    public void checkRuns() throws IOException, InterruptedException {
        if (!processes().stream().allMatch(SeparateRun::isAlive)) {
            throw overTooEarly(await(controller, SeparateRun::isOutcome, FAILING));
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @Override
    public WorkDone awaitWork() throws IOException, InterruptedException {
        var outcome = parse(await(controller, SeparateRun::isOutcome, patience), JgbenchRunMain.Outcome.class);
        return outcome.work().orElseThrow(() -> failed(outcome.failure().orElse("no figures")));
    }

    @Override
    public void close() {
        controller.close();
    }
}
