package io.jgbench.workload.messagebus;

import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import java.util.concurrent.atomic.LongAdder;

/** Counts messages and their bytes; any thread, no lock. */
final class TrafficCount {
    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    void add(int lengthBytes) {
        messages.increment();
        bytes.add(lengthBytes);
    }

    long messages() {
        return messages.sum();
    }

    MessageBusReport.Traffic read() {
        return new MessageBusReport.Traffic(messages.sum(), bytes.sum());
    }
}
