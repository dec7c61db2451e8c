package io.jgbench.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told. A message is a stream's number and a sequence number, then any bytes. */
final class Inbox implements TransportListener {
    private final Map<Integer, List<Integer>> streams = new ConcurrentHashMap<>();
    private final Map<Integer, byte[]> last = new ConcurrentHashMap<>();
    private final Map<Integer, Reaction> reactions = new ConcurrentHashMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private volatile List<String> members = List.of();

    @Override
    public void receive(byte[] buffer, int offset, int length) {
        ByteBuffer message = ByteBuffer.wrap(buffer, offset, length);
        int stream = message.getInt();
        int number = message.getInt();
        List<Integer> numbers = streams.computeIfAbsent(stream, _ -> new ArrayList<>());
        synchronized (numbers) {
            numbers.add(number);
        }
        byte[] copy = new byte[length];
        System.arraycopy(buffer, offset, copy, 0, length);
        last.put(stream, copy);
        react(stream);
    }

    private void react(int stream) {
        try {
            reactions.getOrDefault(stream, () -> {}).run();
        } catch (TransportException e) {
            failures.add(e.getMessage());
        }
    }

    /** What the receiving thread does at each message of a stream. */
    interface Reaction {
        void run() throws TransportException;
    }

    void onMessage(int stream, Reaction reaction) {
        reactions.put(stream, reaction);
    }

    @Override
    public void membersChanged(List<String> names) {
        members = List.copyOf(names);
    }

    @Override
    public void failed(String reason) {
        failures.add(reason);
    }

    List<String> members() {
        return members;
    }

    List<String> failures() {
        return failures;
    }

    /** The sequence numbers of a stream, in order of arrival. */
    List<Integer> numbers(int stream) {
        List<Integer> numbers = streams.getOrDefault(stream, List.of());
        synchronized (numbers) {
            return List.copyOf(numbers);
        }
    }

    /** The latest message of a stream. */
    byte[] last(int stream) {
        return last.getOrDefault(stream, new byte[0]);
    }
}
