package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the units of work of an open loop are spread over time. */
public enum Arrivals {
    /** Evenly, those of all members at the same instants. */
    @JsonProperty("Even")
    EVEN("Even"),
    /** Evenly, those of each member a little later than those of the one before it. */
    @JsonProperty("Staggered")
    STAGGERED("Staggered"),
    /** At random instants that know nothing of each other: a Poisson process. */
    @JsonProperty("Poisson")
    POISSON("Poisson");

    /** Without a rate nothing is due at any instant. */
    public static final String RULE = "arrivals needs targetRate";

    /** The same where the rate has another name. */
    public static final String TX_RATE_RULE = "arrivals needs txRate";

    /** The same for packets. */
    public static final String PACKET_RATE_RULE = "arrivals needs rate";

    private static final String KINDS =
            " Even: evenly, those of all members at the same instants. Staggered: evenly, those of each member a little"
                    + " later than those of the one before it. Poisson: at random instants, as many independent users"
                    + " would. The first one of each member is due at the start. Default: Even.";

    /** What a run file says of them. */
    static final String DESCRIPTION =
            "How the units of work of a member are spread over time; needs targetRate." + KINDS;

    /** What it says of those of messages of any size. */
    static final String OF_BYTES_DESCRIPTION =
            "How the messages of a member are spread over time; needs txRate." + KINDS;

    /** What it says of those of packets. */
    static final String OF_PACKETS_DESCRIPTION =
            "How the packets of a publisher are spread over time; needs rate. A search spreads them evenly." + KINDS;

    private final String label;

    Arrivals(String label) {
        this.label = label;
    }

    /** The word of a run file. */
    public String label() {
        return label;
    }
}
