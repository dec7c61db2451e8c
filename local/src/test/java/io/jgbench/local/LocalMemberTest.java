package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.ReportIntake;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.host.ProcessHosts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalMemberTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void memberThatWasToldToEndHasItsTimeWhenTheRunIsClosed() throws Exception {
        try (Hosts hosts = ProcessHosts.open(1)) {
            var member = member(hosts);
            member.launch();
            Thread ending = Thread.startVirtualThread(() -> end(member));
            await().until(() -> ending.getState() == Thread.State.TIMED_WAITING);

            member.close();

            await().until(member::seen, MemberObservation.Exited.class::isInstance);
            assertThat(member.seen()).isEqualTo(new MemberObservation.Exited("exit code 0", ""));
        }
    }

    @Test
    void memberThatHasEndedIsSilentUntilItsLastWordsAreRead() throws Exception {
        var command = List.of("sh", "-c", "(sleep 0.3; echo why >&2) & sleep 0.1; exit 3");
        var news = new Semaphore(0);
        try (Hosts hosts = ProcessHosts.open(1);
                var member = member(() -> hosts.host(0).start(command, ""), news::release)) {
            member.launch();

            List<MemberObservation> seen = new ArrayList<>();
            while (seen.stream().noneMatch(MemberObservation.Exited.class::isInstance)) {
                assertThat(news.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                seen.add(member.seen());
            }

            assertThat(seen.getLast()).isEqualTo(new MemberObservation.Exited("exit code 3", "why"));
        }
    }

    private static LocalMember member(Hosts hosts) {
        var like = MemberJvm.likeThisOne(List.of("-XX:TieredStopAtLevel=1"));
        var jvm = new MemberJvm(like.java(), like.classPath(), Slow.class.getName(), Optional.empty(), like.options());
        return member(() -> hosts.host(0).start(jvm.command(), ""), () -> {});
    }

    private static LocalMember member(LocalMember.Launcher launcher, Runnable news) {
        var wiring = new LocalMember.Wiring(launcher, _ -> null, _ -> null, PATIENCE);
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                () -> RunStatus.pending("run", List.of("member-0")),
                (_, _) -> PATIENCE,
                news,
                new Semaphore(1),
                ReportIntake.inMemory(1));
        return new LocalMember(0, wiring, run);
    }

    private static void end(LocalMember member) {
        try {
            member.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes a while to end, as a JVM does that archives its classes. */
    static final class Slow {
        private Slow() {}

        public static void main(String[] args) throws InterruptedException {
            System.out.println("{\"controlPort\": 1}");
            System.exit(new CountDownLatch(1).await(3, TimeUnit.SECONDS) ? 1 : 0);
        }
    }
}
