package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.TestWorkloads;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member whose image is of an earlier version than its controller. */
class EarlierMemberTest {
    private AnsweringMember member;
    private MemberDriver driver;

    @BeforeEach
    void open() throws Exception {
        member = new AnsweringMember(0);
        driver = new MemberDriver(
                0,
                member,
                new MemberDriver.OfRun(
                        EpochClock.system(),
                        () -> RunStatus.pending("run-1", List.of("member-0")),
                        (_, _) -> Duration.ofMinutes(1),
                        () -> {},
                        new Semaphore(1),
                        ReportIntake.inMemory(1)));
    }

    @AfterEach
    void close() {
        driver.close();
        member.close();
    }

    @Test
    void memberThatDoesNotKnowTheWorkloadsSocketsProbesTheRest() {
        var datagram = DatagramSpecBuilder.builder(TestWorkloads.datagram(1, 1))
                .port(9999)
                .build();
        member.doNotKnow("workloadSockets", datagram);

        driver.ask(new Action.OpenPreflight(0, Map.of()));

        await().untilAsserted(() -> assertThat(member.done).containsExactly("refused", "preflight"));
    }

    @Test
    void memberThatRefusesTheRestAsWellIsNotAskedAgain() {
        var datagram = DatagramSpecBuilder.builder(TestWorkloads.datagram(1, 1))
                .port(9999)
                .build();
        member.doNotKnow("multicastPort", datagram);

        driver.ask(new Action.OpenPreflight(0, Map.of()));

        await().untilAsserted(() -> assertThat(member.done).containsExactly("refused", "refused"));
    }
}
