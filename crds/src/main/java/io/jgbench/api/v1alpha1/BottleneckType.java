package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What can hold a run at its rate. */
public enum BottleneckType {
    /** A link carried what it can carry. */
    @JsonProperty("Wire")
    WIRE("Wire"),
    /** The CPUs of a host had nothing left, or a limit on CPU time kept a member from running. */
    @JsonProperty("HostCpu")
    HOST_CPU("HostCpu"),
    /** One member took what it was sent more slowly than the others, or all have too little room for it. */
    @JsonProperty("Receiver")
    RECEIVER("Receiver"),
    /** The senders gave no more, though nothing held them back. */
    @JsonProperty("Sender")
    SENDER("Sender"),
    /** Senders waited for credits, though neither receivers nor links were busy. */
    @JsonProperty("FlowControlWindow")
    FLOW_CONTROL_WINDOW("FlowControlWindow"),
    /** What was lost had to be sent again. */
    @JsonProperty("Loss")
    LOSS("Loss"),
    /** Garbage collection stopped a member. */
    @JsonProperty("Collector")
    COLLECTOR("Collector"),
    /** No more was asked for. */
    @JsonProperty("RequestedRate")
    REQUESTED_RATE("RequestedRate"),
    /** There is not enough evidence for any of them. */
    @JsonProperty("Unknown")
    UNKNOWN("Unknown");

    private final String label;

    BottleneckType(String label) {
        this.label = label;
    }

    /** The one word for it, in results, in a status, on the console and in the documentation. */
    public String label() {
        return label;
    }
}
