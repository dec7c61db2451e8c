package io.jgbench.local.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The processes that were started on some hosts, so that none outlives them. */
final class MemberProcesses implements AutoCloseable {

    @GuardedBy("this")
    private final List<MemberHandle> started = new ArrayList<>();

    @GuardedBy("this")
    private boolean closed;

    synchronized MemberHandle start(String name, List<String> command, String config) throws IOException {
        if (closed) {
            throw new IOException("the hosts are closed: " + name + " cannot be started");
        }
        var process = MemberHandle.start(name, command, config);
        started.add(process);
        return process;
    }

    /** Ends all together: several that do not answer take no longer than one. */
    @Override
    public synchronized void close() {
        closed = true;
        started.forEach(MemberHandle::terminate);
        long deadlineNanos = MemberHandle.endOfGrace();
        for (MemberHandle process : started) {
            process.awaitEnd(deadlineNanos);
        }
        started.clear();
    }
}
