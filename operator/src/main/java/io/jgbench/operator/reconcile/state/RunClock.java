package io.jgbench.operator.reconcile.state;

import io.jgbench.operator.time.CarriedTime;
import java.time.Instant;
import java.util.Optional;

/** When a run was under way and over, as this operator has seen it by both of its clocks. */
public final class RunClock {
    private volatile Optional<CarriedTime> driven = Optional.empty();
    private volatile Optional<CarriedTime> over = Optional.empty();

    /**
     * The time of the run. It is the wall clock's, and that of the moment from which on this operator drives the run,
     * carried on, as long as it does: when the wall clock is set meanwhile, the run does not take longer by that.
     *
     * @param now both clocks
     * @param isDriven whether this operator drives the run
     */
    Instant runTime(CarriedTime now, boolean isDriven) {
        driven = isDriven ? driven.or(() -> Optional.of(now)) : Optional.empty();
        return driven.orElse(now).at(now.steadyNanos());
    }

    /**
     * When this operator first saw that the run is over.
     *
     * @param now both clocks, for the first time
     */
    public CarriedTime seenOver(CarriedTime now) {
        over = over.or(() -> Optional.of(now));
        return over.get();
    }
}
