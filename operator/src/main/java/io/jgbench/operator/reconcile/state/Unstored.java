package io.jgbench.operator.reconcile.state;

import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.operator.storage.StoreTries;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What of a run is not stored yet, as this operator knows it. An operator that takes over begins anew. */
public final class Unstored {
    private volatile Optional<Instant> refusedSince = Optional.empty();
    private volatile boolean recordIsOutOfDate;
    private final Map<String, RunEvidence> evidence = new ConcurrentHashMap<>();
    private final StoreTries storeTries = new StoreTries();

    /** What repetitions left behind that the API server refused to store, by the repetition's id. */
    public Map<String, RunEvidence> evidence() {
        return evidence;
    }

    /** Whether the API server refused the run's record as it is, so that the one before it is still stored. */
    public boolean isRecordOutOfDate() {
        return recordIsOutOfDate;
    }

    /**
     * Notes what became of the run's record; see {@link #isRecordOutOfDate}.
     *
     * @param refused whether the API server refused it
     */
    public void recordIsOutOfDate(boolean refused) {
        recordIsOutOfDate = refused;
    }

    /**
     * Since when the API server refuses the full result.
     *
     * @param now what it is if it has not refused before
     */
    public Instant refusedSince(Instant now) {
        Instant since = refusedSince.orElse(now);
        refusedSince = Optional.of(since);
        return since;
    }

    /** The tries to store the full result. */
    public StoreTries storeTries() {
        return storeTries;
    }
}
