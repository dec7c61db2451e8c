package io.jgbench.report;

import io.jgbench.coordination.protocol.DatagramReport;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.protocol.RpcReport;
import java.io.IOException;
import java.io.Writer;

/** A member's time series as comma-separated values. Times are milliseconds since the member began. */
final class TimeSeriesCsv {
    private static final String MULTICAST_HEADER = "elapsed_ms,messages_received,messages_sent,messages_per_second,"
            + "bytes_per_second,free_memory_bytes,total_memory_bytes\n";

    private static final String RPC_HEADER = "elapsed_ms,requests_done,calls_served,requests_per_second,timed_out,"
            + "free_memory_bytes,total_memory_bytes\n";

    private static final String MESSAGE_BUS_HEADER = "elapsed_ms,messages_out,bytes_out,messages_in,bytes_in,responses,"
            + "out_backlog_bytes,in_backlog_bytes,errors,free_memory_bytes,total_memory_bytes\n";

    private static final String DATAGRAM_HEADER = "elapsed_ms,packets_sent,packets_received,packets_missing,"
            + "packets_duplicate,packets_out_of_order,packets_sent_per_second,packets_received_per_second,"
            + "free_memory_bytes,total_memory_bytes\n";

    private TimeSeriesCsv() {}

    static void write(MemberReport report, Writer out) throws IOException {
        switch (report.workload()) {
            case MulticastReport multicast -> write(multicast, report.beganAtEpochNanos(), out);
            case RpcReport rpc -> write(rpc, report.beganAtEpochNanos(), out);
            case MessageBusReport bus -> write(bus, report.beganAtEpochNanos(), out);
            case DatagramReport datagram -> write(datagram, report.beganAtEpochNanos(), out);
        }
    }

    /** What the file of perf.Test's option {@code -f} held. */
    private static void write(MulticastReport report, long beganAtEpochNanos, Writer out) throws IOException {
        out.write(MULTICAST_HEADER);
        for (var sample : report.samples()) {
            out.write("%d,%d,%d,%d,%d,%d,%d\n"
                    .formatted(
                            elapsedMillis(sample.epochNanos(), beganAtEpochNanos),
                            sample.messages(),
                            sample.sent(),
                            sample.messagesPerSecond(),
                            sample.bytesPerSecond(),
                            sample.freeMemoryBytes(),
                            sample.totalMemoryBytes()));
        }
    }

    private static void write(RpcReport report, long beganAtEpochNanos, Writer out) throws IOException {
        out.write(RPC_HEADER);
        for (var sample : report.samples()) {
            out.write("%d,%d,%d,%d,%d,%d,%d\n"
                    .formatted(
                            elapsedMillis(sample.epochNanos(), beganAtEpochNanos),
                            sample.requestsDone(),
                            sample.callsServed(),
                            sample.requestsPerSecond(),
                            sample.timedOut(),
                            sample.freeMemoryBytes(),
                            sample.totalMemoryBytes()));
        }
    }

    private static void write(MessageBusReport report, long beganAtEpochNanos, Writer out) throws IOException {
        out.write(MESSAGE_BUS_HEADER);
        for (var sample : report.samples()) {
            out.write("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n"
                    .formatted(
                            elapsedMillis(sample.epochNanos(), beganAtEpochNanos),
                            sample.out().messages(),
                            sample.out().bytes(),
                            sample.in().messages(),
                            sample.in().bytes(),
                            sample.responses(),
                            sample.outBacklogBytes(),
                            sample.inBacklogBytes(),
                            sample.errors(),
                            sample.freeMemoryBytes(),
                            sample.totalMemoryBytes()));
        }
    }

    private static void write(DatagramReport report, long beganAtEpochNanos, Writer out) throws IOException {
        out.write(DATAGRAM_HEADER);
        for (var sample : report.samples()) {
            out.write("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n"
                    .formatted(
                            elapsedMillis(sample.epochNanos(), beganAtEpochNanos),
                            sample.sent(),
                            sample.received(),
                            sample.missing(),
                            sample.duplicate(),
                            sample.outOfOrder(),
                            sample.sentPerSecond(),
                            sample.receivedPerSecond(),
                            sample.freeMemoryBytes(),
                            sample.totalMemoryBytes()));
        }
    }

    private static long elapsedMillis(long epochNanos, long beganAtEpochNanos) {
        return Math.floorDiv(epochNanos - beganAtEpochNanos, 1_000_000L);
    }
}
