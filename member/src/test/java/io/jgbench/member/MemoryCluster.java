package io.jgbench.member;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A cluster within one JVM; what is sent is delivered by the sender's own thread. */
final class MemoryCluster {
    private final List<Endpoint> endpoints = new CopyOnWriteArrayList<>();
    private final List<String> rehearsals = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean isBlocked;

    Transport transport(String name) {
        if (!name.equals("memory")) {
            throw new IllegalArgumentException("transport must be memory, got: " + name);
        }
        return new Endpoint();
    }

    /** From here on whoever sends waits until the test is over, whether it is interrupted or not. */
    void blockSenders() {
        isBlocked = true;
    }

    /** Lets go of those that wait: they would else take the CPU of all tests that follow. */
    void releaseSenders() {
        released.countDown();
    }

    /** What members have told their transports of rehearsals. */
    List<String> rehearsals() {
        return rehearsals;
    }

    void remove(String member) {
        endpoints.removeIf(endpoint -> endpoint.context.memberName().equals(member));
        tellView();
    }

    void failTransportOf(String member, String reason) {
        endpoints.stream()
                .filter(endpoint -> endpoint.context.memberName().equals(member))
                .forEach(endpoint -> endpoint.listener.failed(reason));
    }

    /** As a transport does whose receiving thread ends by this. */
    void endThreadOf(String member, Throwable thrown) {
        endpoints.stream()
                .filter(endpoint -> endpoint.context.memberName().equals(member))
                .forEach(endpoint -> endpoint.listener.failed(thrown));
    }

    private synchronized void tellView() {
        List<String> names = new ArrayList<>();
        endpoints.forEach(endpoint -> names.add(endpoint.context.memberName()));
        endpoints.forEach(endpoint -> endpoint.listener.membersChanged(names));
    }

    private final class Endpoint implements Transport {
        private TransportContext context;
        private TransportListener listener;

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public boolean reliable() {
            return true;
        }

        @Override
        public void check(TransportSpec spec, int messageSizeBytes) {
            if (messageSizeBytes > 1_000_000) {
                throw new IllegalArgumentException(
                        "messageSize must be at most 1000000 bytes over memory, got: " + messageSizeBytes);
            }
        }

        @Override
        public void open(TransportContext opened, TransportListener told) {
            context = opened;
            listener = told;
            endpoints.add(this);
            tellView();
        }

        @Override
        public void rehearse() {
            rehearsals.add("begun");
        }

        @Override
        public void endRehearsal() {
            rehearsals.add("ended");
        }

        @Override
        public void send(byte[] buffer, int offset, int length) {
            if (isBlocked) {
                awaitRelease();
            }
            for (Endpoint endpoint : endpoints) {
                endpoint.listener.receive(buffer, offset, length);
            }
        }

        private void awaitRelease() {
            boolean interrupted = false;
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void sendTo(int member, byte[] buffer, int offset, int length) {
            String name = context.peers().get(member).name();
            endpoints.stream()
                    .filter(endpoint -> endpoint.context.memberName().equals(name))
                    .forEach(endpoint -> endpoint.listener.receive(buffer, offset, length));
        }

        @Override
        public Framing framing(int messageSizeBytes) {
            return new Framing(0, messageSizeBytes, 0, Layer.TCP, true);
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of();
        }

        @Override
        public Map<String, String> facts() {
            return Map.of("transport", "memory");
        }

        @Override
        public void close() {
            if (endpoints.remove(this)) {
                tellView();
            }
        }
    }
}
