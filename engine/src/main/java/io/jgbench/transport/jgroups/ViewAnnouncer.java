package io.jgbench.transport.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.transport.TransportListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.View;

/**
 * Tells the listener who is in the view, by name. A view whose names JGroups does not know yet is told when it does;
 * discovery is asked again until then.
 */
final class ViewAnnouncer implements AutoCloseable {
    private static final long POLL_MILLIS = 100;
    private static final int POLLS_PER_DISCOVERY = 10;

    private final JChannel channel;
    private final List<Peer> peers;
    private final TransportListener listener;
    private final LongAdder views = new LongAdder();
    private final ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("member-names").factory());

    /** The latest view. */
    @GuardedBy("this")
    private View latest;

    /** Whether the listener gets no more views. */
    @GuardedBy("this")
    private boolean closed;

    ViewAnnouncer(JChannel channel, List<Peer> peers, TransportListener listener) {
        this.channel = channel;
        this.peers = peers;
        this.listener = listener;
    }

    /** Views installed so far. */
    long views() {
        return views.sum();
    }

    /** A view was installed. */
    synchronized void viewAccepted(View view) {
        views.increment();
        latest = view;
        tell(view, 1);
    }

    private synchronized void tell(View view, int poll) {
        if (closed || !view.equals(latest)) {
            return;
        }
        List<String> names = new ArrayList<>();
        for (Address member : view.getMembersRaw()) {
            Optional<String> name = MemberAddress.name(member, peers);
            if (name.isEmpty()) {
                var _ = poller.schedule(() -> retry(view, poll), POLL_MILLIS, TimeUnit.MILLISECONDS);
                return;
            }
            names.add(name.get());
        }
        listener.membersChanged(names);
    }

    private void retry(View view, int poll) {
        if (poll % POLLS_PER_DISCOVERY == 0) {
            channel.down(new Event(Event.FIND_MBRS, null));
        }
        tell(view, poll + 1);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        poller.shutdownNow();
    }
}
