package io.jgbench.perftest;

import io.jgbench.perftest.GroupMessage.Receipt;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.List;

/**
 * Gives all members all reports. Over a transport that loses messages everything is repeated until all others have said
 * that they have it; a member that has all reports and receives nothing from another one for a while leaves
 * nevertheless.
 */
final class ReportExchange {
    private static final Duration REPEAT = Duration.ofMillis(250);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int LAST_RECEIPTS = 3;

    private final String self;
    private final Group group;
    private final GroupMessages mail;
    private final boolean reliable;
    private final List<GroupMessage.ReportPart> own;

    ReportExchange(String self, Group group, GroupMessages mail, boolean reliable, byte[] report) {
        this.self = self;
        this.group = group;
        this.mail = mail;
        this.reliable = reliable;
        this.own = ReportParts.cut(self, report);
    }

    /**
     * Returns when all reports are here and all others need nothing more.
     *
     * @throws PerfTestException if that takes longer than the timeout or a member has left without its report
     */
    void run(Duration timeout) throws PerfTestException, TransportException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        sendReport();
        long sentNanos = System.nanoTime();
        while (!group.withoutReport().isEmpty()) {
            if (!group.lost().isEmpty()) {
                throw new PerfTestException(String.join(", ", group.lost()) + " left the group without its results");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new PerfTestException("no results came from " + String.join(", ", group.withoutReport())
                        + " within " + timeout.toSeconds() + " s");
            }
            group.monitor().awaitChange(REPEAT);
            sentNanos = repeat(sentNanos);
        }
        sendReceipt();
        long end = System.nanoTime() + GRACE.toNanos();
        while (!group.withoutReceipt().isEmpty() && System.nanoTime() - end < 0) {
            group.monitor().awaitChange(REPEAT);
            sentNanos = repeat(sentNanos);
        }
        for (int i = 0; i < LAST_RECEIPTS && !reliable; i++) {
            sendReceipt();
        }
    }

    private long repeat(long sentNanos) throws TransportException {
        if (reliable || System.nanoTime() - sentNanos < REPEAT.toNanos()) {
            return sentNanos;
        }
        if (group.isLacked()) {
            sendReport();
        }
        sendReceipt();
        return System.nanoTime();
    }

    private void sendReport() throws TransportException {
        for (var part : own) {
            mail.send(part);
        }
    }

    private void sendReceipt() throws TransportException {
        mail.send(new Receipt(self, group.withoutReport()));
    }
}
