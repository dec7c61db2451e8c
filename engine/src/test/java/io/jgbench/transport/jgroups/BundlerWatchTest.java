package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundlerWatchTest {
    private static final int MESSAGES = 10;
    private static final long LOOK_NANOS = 100;

    /** Sends nothing before it may. JGroups makes it by its name. */
    public static final class GatedLoopback extends SHARED_LOOPBACK {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final Semaphore gate = new Semaphore(0);
        private final AtomicInteger sent = new AtomicInteger();

        @Override
        public void doSend(byte[] buf, int offset, int length, Address dest) {
            reached.countDown();
            gate.acquireUninterruptibly();
            sent.incrementAndGet();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the first was sent alone; of the others one is taken at a time, or all are
        "1, 2, 100",
        "16, 2, 0"
    })
    void threadThatSleepsBesideMessagesLeavesThem(int takesAtATime, int sent, long leftNanos) throws Exception {
        try (var channel = new JChannel(new ByteArrayInputStream(stack(takesAtATime)))) {
            channel.connect("test");
            var transport = (GatedLoopback) channel.getProtocolStack().getTransport();
            var bundler = (PerDestinationBundler) transport.getBundler();
            var watch = new BundlerWatch(bundler);
            channel.send(new BytesMessage(null, new byte[1]));
            transport.reached.await();
            for (int i = 1; i < MESSAGES; i++) {
                channel.send(new BytesMessage(null, new byte[1]));
            }
            watch.look(LOOK_NANOS);
            watch.look(LOOK_NANOS);
            assertThat(watch.leftNanos()).as("it does not sleep").isZero();

            transport.gate.release(MESSAGES);
            await().until(() -> transport.sent.get() == sent && bundler.messagesAvailable() == 0);
            await().until(() -> isAsleep(bundler));
            watch.look(LOOK_NANOS);
            watch.look(LOOK_NANOS);

            assertThat(watch.leftNanos()).isEqualTo(leftNanos);
        }
    }

    private static boolean isAsleep(PerDestinationBundler bundler) {
        return new PrivateFields().value(bundler, "msgs_available") instanceof Semaphore available
                && available.hasQueuedThreads();
    }

    private static byte[] stack(int takesAtATime) {
        return ("<config><" + GatedLoopback.class.getName() + " bundler_type=\"pd\" bundler.capacity=\"16\""
                        + " bundler.use_single_sender_thread=\"true\" bundler.remove_queue_capacity=\"" + takesAtATime
                        + "\"/></config>")
                .getBytes(StandardCharsets.UTF_8);
    }
}
