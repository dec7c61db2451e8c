package io.jgbench.coordination.bottleneck;

/** How much has to be lost to tell anything. */
final class LossBounds {
    /** Share of a receiver's messages or segments. A healthy cluster loses a tenth of this. */
    static final double LOST = 0.005;

    /** Share of all retransmissions. A member that made this much of them has the link that loses. */
    static final double RESENT_BY_ONE = 0.8;

    /** Share of the data from one member to one other. Higher than {@link #LOST}, because chance varies more there. */
    static final double LOST_BETWEEN_TWO = 0.01;

    private LossBounds() {}
}
