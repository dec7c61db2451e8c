package io.jgbench.coordination.pairs;

import java.util.List;

/** What was lost, and is counted. */
public enum LossUnit {
    /** Messages of a stack that repairs losses itself. */
    MESSAGES("messages"),
    /** Segments of TCP. */
    SEGMENTS("TCP segments");

    private final String word;

    LossUnit(String word) {
        this.word = word;
    }

    /** The unit's name, of several. */
    public String word() {
        return word;
    }

    /**
     * What was lost on one way.
     *
     * @param from the sender
     * @param to the receiver
     * @param lost how many were lost
     * @param sent of how many
     */
    public record Cell(String from, String to, long lost, long sent) {

        /** Which part was lost. */
        public double share() {
            return sent <= 0 ? 0 : (double) lost / sent;
        }
    }

    /** The ways on which any were sent. */
    public List<Cell> cells(List<Pair> pairs) {
        return switch (this) {
            case MESSAGES ->
                pairs.stream()
                        .filter(pair -> pair.messages().isPresent())
                        .map(pair -> new Cell(
                                pair.from(),
                                pair.to(),
                                pair.missedMessages().orElse(0L),
                                pair.messages().get()))
                        .toList();
            case SEGMENTS ->
                pairs.stream()
                        .filter(pair -> pair.tcpSegments().orElse(0L) > 0)
                        .map(pair -> new Cell(
                                pair.from(),
                                pair.to(),
                                pair.lostSegments(),
                                pair.tcpSegments().get()))
                        .toList();
        };
    }
}
