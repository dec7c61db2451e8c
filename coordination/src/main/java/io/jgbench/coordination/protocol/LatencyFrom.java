package io.jgbench.coordination.protocol;

/** From when a latency counts. */
public enum LatencyFrom {
    /** When it was handed to the transport: a closed loop, in which a stall delays the next one, unseen. */
    SEND("Send"),
    /** When it should have begun: an open loop, in which waiting for a stall is part of the time. */
    INTENDED_SEND("IntendedSend");

    private final String label;

    LatencyFrom(String label) {
        this.label = label;
    }

    /** As a status has it. */
    public String label() {
        return label;
    }
}
