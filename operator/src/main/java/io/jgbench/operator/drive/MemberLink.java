package io.jgbench.operator.drive;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.MemberSite;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.policy.PolicyException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/** The operator's link to one member, which lives in a pod. */
final class MemberLink implements MemberSite, AutoCloseable {
    /** How long a pod that was asked for may be missing from the cache before it is asked for again. */
    private static final Duration UNSEEN = Duration.ofSeconds(5);

    /** How long a pod that was refused is not asked for again. */
    private static final Duration REFUSED = Duration.ofSeconds(1);

    /** A node that is gone with its member never gives its log. */
    private static final Duration LOG_PATIENCE = Duration.ofSeconds(3);

    private final int index;
    private final MemberClient client;
    private final Wiring wiring;
    private final Runnable news;
    private final MemberDriver driver;

    private final AtomicBoolean isLogWanted = new AtomicBoolean();
    private volatile long logWantedAtNanos;
    private volatile long launchedAtNanos;
    private volatile boolean isLaunched;
    private volatile boolean isLaunchExpected;
    private volatile boolean mayHaveBeenLaunched;
    private volatile Optional<Refusal> refusal = Optional.empty();
    private volatile Optional<String> lastLines = Optional.empty();

    /**
     * What a link is given for its member.
     *
     * @param join makes the request to join, with its timeout
     * @param launch makes the member's pod
     * @param logs reads the member's output
     * @param isNew whether no operator before this one can have made the member's pod
     */
    record Wiring(Function<Duration, JoinRequest> join, Runnable launch, Supplier<String> logs, boolean isNew) {}

    private record Refusal(String message, long atNanos) {}

    MemberLink(int index, MemberClient client, Wiring wiring, MemberDriver.OfRun run) {
        this.index = index;
        this.client = client;
        this.wiring = wiring;
        this.news = run.news();
        this.driver = new MemberDriver(index, this, run);
        this.mayHaveBeenLaunched = !wiring.isNew();
    }

    /** What carries out the run's actions. */
    MemberDriver driver() {
        return driver;
    }

    /**
     * How the member is found. One that has ended is said to be silent until its last lines are read.
     *
     * @param pod its pod as the cache has it
     * @param quotesLog whether the last lines matter
     */
    MemberObservation seen(Optional<PodView> pod, boolean quotesLog) {
        if (pod.isEmpty()) {
            return withoutPod();
        }
        isLaunched = true;
        Optional<String> ending = pod.get().ending();
        if (ending.isPresent()) {
            return ended(ending.get(), quotesLog);
        }
        return driver.found()
                .filter(_ -> driver.hasAnswered())
                .orElseGet(() -> new MemberObservation.Silent(pod.get().waitsFor()));
    }

    private MemberObservation withoutPod() {
        if (isLaunchExpected) {
            // it may be there before the answer is
            return new MemberObservation.Silent("its pod is being asked for");
        }
        if (isLaunched && System.nanoTime() - launchedAtNanos < UNSEEN.toNanos()) {
            return new MemberObservation.Silent("its pod is being made");
        }
        return refusal.filter(recent -> System.nanoTime() - recent.atNanos() < REFUSED.toNanos())
                .<MemberObservation>map(
                        recent -> new MemberObservation.Silent("its pod cannot be made: " + recent.message()))
                .orElseGet(MemberObservation.NotLaunched::new);
    }

    private MemberObservation ended(String how, boolean quotesLog) {
        if (!quotesLog || lastLines.isPresent()) {
            return new MemberObservation.Exited(how, lastLines.orElse(""));
        }
        if (isLogWanted.compareAndSet(false, true)) {
            logWantedAtNanos = System.nanoTime();
            Thread.ofVirtual().name("member-log-" + index).start(this::readLog);
        }
        return System.nanoTime() - logWantedAtNanos < LOG_PATIENCE.toNanos()
                ? new MemberObservation.Silent("it has ended, " + how)
                : new MemberObservation.Exited(how, "");
    }

    private void readLog() {
        lastLines = Optional.of(wiring.logs().get());
        news.run();
    }

    /** Why its pod cannot be made, if that is so. */
    Optional<String> launchProblem() {
        return refusal.map(Refusal::message);
    }

    /** The driver is about to be asked for a launch. It may carry that out long after it was asked. */
    void expectLaunch() {
        isLaunchExpected = true;
    }

    /** Whether no pod was ever made for it: nobody has asked for one, or each request was refused. */
    boolean wasNeverLaunched() {
        return !isLaunchExpected && !mayHaveBeenLaunched && !isLaunched;
    }

    @Override
    public void launch() {
        boolean isRefused = false;
        try {
            wiring.launch().run();
            refusal = Optional.empty();
            launchedAtNanos = System.nanoTime();
            isLaunched = true;
        } catch (KubernetesClientException | PolicyException e) {
            isRefused = hadNoEffect(e);
            refusal = Optional.of(new Refusal(e.getMessage(), System.nanoTime()));
        } finally {
            if (!isRefused) {
                mayHaveBeenLaunched = true;
            }
            isLaunchExpected = false;
        }
    }

    /**
     * A server that failed, or whose answer did not come, may have made the pod; a conflict says that there is one.
     * What a webhook denies is not made, whatever status the webhook gives.
     */
    private static boolean hadNoEffect(RuntimeException failure) {
        if (!(failure instanceof KubernetesClientException answer)) {
            return true;
        }
        int code = answer.getCode();
        boolean isOfTheRequest =
                code >= HttpURLConnection.HTTP_BAD_REQUEST && code < HttpURLConnection.HTTP_INTERNAL_ERROR;
        return ApiAnswer.isDenial(answer) || (isOfTheRequest && !ApiAnswer.isConflict(answer));
    }

    @Override
    public Optional<MemberClient> client() {
        return isLaunched ? Optional.of(client) : Optional.empty();
    }

    @Override
    public JoinRequest join(Duration timeout) {
        return wiring.join().apply(timeout);
    }

    /** Nothing: a pod is left to the run's retention. */
    @Override
    public void end() {}

    @Override
    public void close() {
        driver.close();
        client.close();
    }
}
