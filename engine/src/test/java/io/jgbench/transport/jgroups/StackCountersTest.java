package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jgbench.coordination.protocol.Counters;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jgroups.protocols.UDP;
import org.junit.jupiter.api.Test;

class StackCountersTest {
    @Test
    void whatThePoolOfThreadsHasNoThreadForIsADropOfTheStack() throws Exception {
        var transport = new UDP();
        var pool = transport.getThreadPool().setMinThreads(0).setMaxThreads(1);
        pool.init();
        var over = new CountDownLatch(1);
        try {
            var counters = new StackCounters(List.of(transport));
            assertThat(counters.read()).contains(entry(Counters.STACK_DROPS, 0L));

            for (int i = 0; i < 3; i++) {
                pool.execute(() -> await(over));
            }

            assertThat(counters.read())
                    .contains(entry(Counters.STACK_DROPS, 2L), entry("jgroups.rejectedMessages", 2L));
        } finally {
            over.countDown();
            pool.destroy();
        }
    }

    private static void await(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
