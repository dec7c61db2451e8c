package io.jgbench.messagebustest;

import io.jgbench.workload.messagebus.BusTotals;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The lines that Coherence's message bus test prints: what went by between two readings of the totals.
 *
 * @param before the first reading
 * @param now the second one
 * @param transmitters how many threads could be held back
 * @param receivers how many end points received
 * @param connections how many others are connected
 * @param backlog what stands and waits
 * @param receipts whether there are receipts
 */
record BusLines(
        BusTotals before,
        BusTotals now,
        int transmitters,
        int receivers,
        int connections,
        Backlog backlog,
        boolean receipts) {
    static final String TABLE_HEADER = String.join(
            "\t",
            "msg/s in",
            "bytes/s in",
            "msg/s out",
            "bytes/s out",
            "avg receipt latency nanos",
            "min response latency nanos",
            "avg response latency nanos",
            "effective latency nanos",
            "max response latency nanos",
            "in backlog percentage",
            "in backlog events",
            "in backlog bytes",
            "out backlog percentage",
            "out backlog events",
            "out backlog bytes",
            "connections",
            "errors");

    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    /**
     * What stands and waits, as it is or on average.
     *
     * @param outBytes what is sent and has no receipt
     * @param inBytes what is received and not processed
     */
    record Backlog(double outBytes, double inBytes) {}

    private double seconds() {
        return Math.max(1, now.epochNanos() - before.epochNanos()) / 1e9;
    }

    private double perSecond(long earlier, long later) {
        return (later - earlier) / seconds();
    }

    private Histogram responses() {
        return BusTotals.since(before.responseNanos(), now.responseNanos());
    }

    private long outPercent() {
        return transmitters == 0 ? -1 : percent(now.outHeldBackNanos() - before.outHeldBackNanos(), transmitters);
    }

    private long inPercent() {
        return percent(now.inHeldBackNanos() - before.inHeldBackNanos(), receivers);
    }

    private long percent(long nanos, int threads) {
        return Math.min(100, Math.round(nanos / 1e9 / seconds() / threads * 100));
    }

    private double effective(double mean) {
        return mean / Math.max(0.01, 1 - Math.max(0, outPercent()) / 100.0);
    }

    /** Messages of others that are known to be lost, and what could not be done. */
    private long errors() {
        return Math.max(0, now.lost() - before.lost()) + now.errors() - before.errors();
    }

    /** The line for one's eye, after its name. */
    String line() {
        return ("throughput(out %dmsg/s %s, in %dmsg/s %s), latency(response%s, receipt %s), backlog(%s, %s),"
                        + " connections %d, errors %d")
                .formatted(
                        Math.round(perSecond(before.out().messages(), now.out().messages())),
                        BusUnits.rate(perSecond(before.out().bytes(), now.out().bytes())),
                        Math.round(perSecond(before.in().messages(), now.in().messages())),
                        BusUnits.rate(perSecond(before.in().bytes(), now.in().bytes())),
                        responseText(),
                        receiptText(),
                        outText(),
                        "in %d%% %d/s %s"
                                .formatted(
                                        inPercent(),
                                        Math.round(perSecond(before.inHeldBackEvents(), now.inHeldBackEvents())),
                                        BusUnits.size(backlog.inBytes())),
                        connections,
                        errors());
    }

    private String outText() {
        return "out %s %d/s %s"
                .formatted(
                        transmitters == 0 ? "n/a" : outPercent() + "%",
                        Math.round(perSecond(before.outHeldBackEvents(), now.outHeldBackEvents())),
                        receipts ? BusUnits.size(backlog.outBytes()) : "n/a");
    }

    private String responseText() {
        Histogram responses = responses();
        if (responses.getTotalCount() == 0) {
            return " n/a";
        }
        double mean = responses.getMean();
        return "(avg %s, effective %s, min %s, max %s)"
                .formatted(
                        BusUnits.time(mean),
                        BusUnits.time(effective(mean)),
                        BusUnits.time((double) responses.getMinNonZeroValue()),
                        BusUnits.time((double) responses.getMaxValue()));
    }

    private String receiptText() {
        Histogram times = BusTotals.since(before.receiptNanos(), now.receiptNanos());
        return times.getTotalCount() == 0 ? "n/a" : BusUnits.time(times.getMean());
    }

    /** The percentiles of the responses, for detailed output. */
    String percentiles() {
        Histogram responses = responses();
        var text = new StringBuilder("\tlatency detail: ");
        for (double percentile : PERCENTILES) {
            text.append(String.format(
                    Locale.ROOT, "p%s %s, ", String.valueOf(percentile).replace(".0", ""), BusUnits.time((double)
                            responses.getValueAtPercentile(percentile))));
        }
        return text.append(responses.getTotalCount()).append(" samples").toString();
    }

    /** A row below {@link #TABLE_HEADER}. */
    String row() {
        Histogram responses = responses();
        Histogram times = BusTotals.since(before.receiptNanos(), now.receiptNanos());
        boolean answered = responses.getTotalCount() > 0;
        double mean = responses.getMean();
        return String.join(
                "\t",
                List.<Object>of(
                                Math.round(perSecond(
                                        before.in().messages(), now.in().messages())),
                                Math.round(
                                        perSecond(before.in().bytes(), now.in().bytes())),
                                Math.round(perSecond(
                                        before.out().messages(), now.out().messages())),
                                Math.round(perSecond(
                                        before.out().bytes(), now.out().bytes())),
                                times.getTotalCount() == 0 ? -1 : Math.round(times.getMean()),
                                answered ? responses.getMinNonZeroValue() : -1,
                                answered ? Math.round(mean) : -1,
                                answered ? Math.round(effective(mean)) : -1,
                                answered ? responses.getMaxValue() : -1,
                                inPercent(),
                                Math.round(perSecond(before.inHeldBackEvents(), now.inHeldBackEvents())),
                                Math.round(backlog.inBytes()),
                                outPercent(),
                                Math.round(perSecond(before.outHeldBackEvents(), now.outHeldBackEvents())),
                                Math.round(backlog.outBytes()),
                                connections,
                                errors())
                        .stream()
                        .map(Object::toString)
                        .toList());
    }
}
