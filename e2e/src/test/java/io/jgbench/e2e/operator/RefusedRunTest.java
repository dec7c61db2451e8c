package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@OperatorTest
class RefusedRunTest {

    @Test
    void moreSendersThanMembersAreRefusedByApply(Lab lab) {
        var refused = lab.apply(
                "senders", "members: 2, senders: 3, messages: 1000, messageSize: 1k, warmup: {messages: 100}");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("senders");
        assertThat(lab.run("senders")).isNull();
    }

    @Test
    void anotherNumberOfMembersIsRefusedByApply(Lab lab) {
        lab.start("grown", "members: 2, messages: 1000, messageSize: 1k, warmup: {messages: 100}, suspend: true");

        var refused = lab.apply(
                "grown", "members: 3, messages: 1000, messageSize: 1k, warmup: {messages: 100}, suspend: true");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains("members");
        assertThat(lab.run("grown").getSpec().members()).isEqualTo(2);
    }
}
