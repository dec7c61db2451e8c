package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

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
            assertThat(drops(counters, Counters.STACK_DROPS)).isZero();

            for (int i = 0; i < 3; i++) {
                pool.execute(() -> await(over));
            }

            assertThat(drops(counters, Counters.STACK_DROPS)).isEqualTo(2);
            assertThat(drops(counters, "jgroups.rejectedMessages")).isEqualTo(2);
        } finally {
            over.countDown();
            pool.destroy();
        }
    }

    private static long drops(StackCounters counters, String name) {
        return counters.all().get(name).getAsLong();
    }

    private static void await(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
