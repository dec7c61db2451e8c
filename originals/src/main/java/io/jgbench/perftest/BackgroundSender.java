package io.jgbench.perftest;

import io.jgbench.perftest.GroupMessage.Announcement;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends what is not the member's own thread's to send: the announcement, again and again, as members that join later or
 * over a transport that loses messages must hear it as well; and answers, which a receiving thread must not wait for.
 */
final class BackgroundSender implements AutoCloseable {
    private static final Duration REPEAT = Duration.ofMillis(200);

    private final GroupMessages mail;
    private final Group group;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("announcer").factory());
    private volatile Announcement announcement;

    /** Announces at once, and until {@link #close}. */
    BackgroundSender(GroupMessages mail, Group group, Announcement announcement) {
        this.mail = mail;
        this.group = group;
        this.announcement = announcement;
        var _ = thread.scheduleWithFixedDelay(
                () -> send(() -> this.announcement), 0, REPEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Announces this from now on. */
    void announce(Announcement other) {
        announcement = other;
        post(() -> other);
    }

    /** Sends the message that the supplier returns at the time of sending. */
    void post(Supplier<GroupMessage> message) {
        try {
            thread.execute(() -> send(message));
        } catch (RejectedExecutionException _) {
            // closed: the start is known, and nobody needs an answer any more
        }
    }

    private void send(Supplier<GroupMessage> message) {
        try {
            mail.send(message.get());
        } catch (TransportException e) {
            group.monitor().fail(e.getMessage());
        }
    }

    /** Ends the announcements; a send under way is completed. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
