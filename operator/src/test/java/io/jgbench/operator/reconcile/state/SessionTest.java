package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void membersAreFollowedAsLongAsTheyAreDriven() {
        var driven = fixture.driven();
        assertThat(followed()).isPositive();

        fixture.session.become(driven, driven.with(PodTermination.NOT_YET.at(1)));
        assertThat(followed()).isPositive();

        fixture.session.letGo();
        assertThat(followed()).isZero();
    }

    @Test
    void nothingComesOfAStepOnceTheRunWasLetGo() {
        var waiting = fixture.waiting();
        var letGo = fixture.session.letGo();

        fixture.session.become(waiting, waiting.withLeftovers(true));

        assertThat(fixture.session.state()).isEqualTo(letGo);
    }

    @Test
    void statusThatWasWrittenIsForgottenWhenARunIsClearedAndTheCacheHasIt() {
        var written = new StatusDraft(null, 1, Instant.EPOCH).runId("run-x").build();
        fixture.session.wrote(written);
        fixture.session.cached(written);
        assertThat(fixture.session.written()).hasValue(written);

        fixture.is(RunState.Cleared.of(StatusAsRead.NOTHING));
        fixture.session.cached(new StatusDraft(null, 1, Instant.EPOCH).build());
        assertThat(fixture.session.written()).hasValue(written);

        fixture.session.cached(written);
        assertThat(fixture.session.written()).isEmpty();
    }

    private int followed() {
        return fixture.registry.find("jgbench.member.received").meters().size();
    }
}
