package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.Counters;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jgroups.Address;
import org.jgroups.protocols.MFC;
import org.jgroups.util.CreditMap;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class CreditWatchTest {
    private static final long WINDOW = 1_000;

    private final Address fast = UUID.randomUUID();
    private final Address slow = UUID.randomUUID();
    private final CreditMap credits = new CreditMap(WINDOW, new ReentrantLock());

    @Test
    void memberWhoseCreditsAreTheLowestWhileASenderWaitsIsWaitedFor() throws Exception {
        credits.putIfAbsent(fast);
        credits.putIfAbsent(slow);
        try (var watch = new CreditWatch(List.of(flowControl()), this::name)) {
            credits.decrement(null, (int) WINDOW, 0);
            credits.replenish(fast, WINDOW);
            var sender = Thread.ofVirtual().start(() -> credits.decrement(null, (int) WINDOW, 60_000));

            await().untilAsserted(() -> assertThat(waitedFor("slow", watch)).isPositive());
            credits.replenish(slow, WINDOW);
            sender.join();
            assertThat(waitedFor("fast", watch)).isZero();
        }
    }

    private long waitedFor(String member, CreditWatch watch) {
        return watch.all(List.of(fast, slow))
                .get(Counters.WAITED_FOR_NANOS + member)
                .getAsLong();
    }

    private MFC flowControl() {
        var flowControl = new MFC();
        Util.setField(Util.getField(MFC.class, "credits"), flowControl, credits);
        return flowControl;
    }

    private String name(Address member) {
        return member.equals(fast) ? "fast" : "slow";
    }
}
