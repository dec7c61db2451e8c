package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.StartPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemberDriverTest {
    private static final Duration PACE = Duration.ofMillis(5);

    private final AtomicInteger news = new AtomicInteger();
    private final EpochClock clock = EpochClock.system();
    private volatile RunStatus status = RunStatus.pending("run", List.of("member-0"));
    private final MemberDriver.OfRun run = new MemberDriver.OfRun(
            clock, () -> status, (_, _) -> PACE, news::incrementAndGet, new Semaphore(1), ReportIntake.inMemory(1));

    @Test
    void anActionThatIsUnderWayIsNotDoneTwice() {
        var site = new UnreachableSite();
        try (var driver = new MemberDriver(0, site, run)) {
            driver.ask(new Action.Launch(0));
            driver.ask(new Action.Launch(0));
            driver.ask(new Action.Stop(0));
            site.gate.countDown();

            await().untilAsserted(() -> assertThat(site.done).containsExactly("launch", "end"));
        }
    }

    @Test
    void anActionThatIsDoneIsNews() {
        var site = new UnreachableSite();
        site.gate.countDown();
        try (var driver = new MemberDriver(0, site, run)) {
            driver.ask(new Action.Launch(0));
            await().untilAsserted(() -> assertThat(news).hasValue(1));

            driver.ask(new Action.Launch(0));
            await().untilAsserted(() -> assertThat(news).hasValue(2));
        }
    }

    @Test
    void aMemberThatCannotBeReachedYetWasNotFoundInAnyWay() {
        var site = new UnreachableSite();
        site.gate.countDown();
        try (var driver = new MemberDriver(0, site, run)) {
            driver.ask(new Action.MeasureClock(0));
            driver.ask(new Action.FetchReport(0));
            await().untilAsserted(() -> assertThat(news).hasValue(2));

            assertThat(driver.found()).isEmpty();
            assertThat(driver.hasAnswered()).isFalse();
            assertThat(driver.clock()).isEmpty();
            assertThat(driver.report()).isEmpty();
        }
    }

    @Test
    void aMemberIsLookedAtByThePaceButForTheTimeBeforeTheStart() {
        long startAt = clock.epochNanos() + Duration.ofMillis(300).toNanos();
        status = running(startAt);
        var site = new UnreachableSite();
        try (var _ = new MemberDriver(0, site, run)) {
            await().until(() -> site.looks.size() > 2);
        }

        assertThat(site.looks).allSatisfy(look -> assertThat(look).isGreaterThan(startAt));
    }

    @Test
    void driverThatFailsSaysSoAndGoesOn() {
        var site = new UnreachableSite();
        site.failure = Optional.of(new IllegalStateException("of the test"));
        site.gate.countDown();
        try (var driver = new MemberDriver(0, site, run)) {
            driver.ask(new Action.Launch(0));
            await().untilAsserted(() -> assertThat(driver.found())
                    .contains(new MemberObservation.Silent("the controller failed when it asked it: "
                            + "java.lang.IllegalStateException: of the test")));

            site.failure = Optional.empty();
            driver.ask(new Action.Launch(0));
            await().untilAsserted(() -> assertThat(site.done).containsExactly("launch"));
        }
    }

    private static RunStatus running(long startAtEpochNanos) {
        return new RunStatus(
                "run",
                RunPhase.RUNNING,
                Map.of(),
                0,
                List.of(MemberStatus.unknown(0, "member-0")),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new StartPlan(startAtEpochNanos, startAtEpochNanos, 1)),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** Has nothing to connect to, and launches when its gate is open. */
    private final class UnreachableSite implements MemberSite {
        final CountDownLatch gate = new CountDownLatch(1);
        final List<String> done = new CopyOnWriteArrayList<>();
        final List<Long> looks = new CopyOnWriteArrayList<>();
        volatile Optional<RuntimeException> failure = Optional.empty();

        @Override
        public void launch() {
            failure.ifPresent(toThrow -> {
                throw toThrow;
            });
            try {
                gate.await();
                done.add("launch");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Optional<MemberClient> client() {
            looks.add(clock.epochNanos());
            return Optional.empty();
        }

        @Override
        public JoinRequest join(Duration timeout) {
            throw new IllegalStateException("nobody can be asked to join");
        }

        @Override
        public void end() {
            done.add("end");
        }
    }
}
