package io.jgbench.local;

import java.util.Optional;

/** The wish to end a run early, which may come from any thread. What the members have measured is still gathered. */
public final class Cancellation {
    private volatile Optional<String> reason = Optional.empty();

    /** Makes one that nobody has asked for yet. */
    public Cancellation() {}

    /**
     * Asks for it.
     *
     * @param why in a few words
     */
    public void request(String why) {
        reason = Optional.of(why);
    }

    /** Why the run is to end; empty as long as it is not. */
    public Optional<String> reason() {
        return reason;
    }
}
