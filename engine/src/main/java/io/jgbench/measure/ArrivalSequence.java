package io.jgbench.measure;

/**
 * When the units of an open loop are due, counted from its start. The first one is due at the start and marks it, but
 * in the sequences that go beside one that does.
 * Instants are calculated from the start and not from each other, so that nothing drifts. It has no state: threads may
 * share it.
 */
@FunctionalInterface
public interface ArrivalSequence {

    /** When the unit after a number of others is due, in nanoseconds since the start. */
    long afterBeginNanos(long unitsBefore);

    /** One after the other in equal distances; to the nanosecond in a run of up to a month. */
    static ArrivalSequence even(double unitsPerSecond) {
        double nanosPerUnit = 1e9 / unitsPerSecond;
        return unitsBefore -> (long) (unitsBefore * nanosPerUnit);
    }

    /**
     * In equal distances, but later by a part of one, so that several sequences do not fall into step. Only the first
     * unit is at the start.
     *
     * @param phase that part, from 0 to less than 1
     */
    static ArrivalSequence staggered(double unitsPerSecond, double phase) {
        double nanosPerUnit = 1e9 / unitsPerSecond;
        return unitsBefore -> unitsBefore == 0 ? 0 : (long) ((unitsBefore + phase) * nanosPerUnit);
    }

    /**
     * In equal distances, all later by a part of one: for what goes beside a sequence whose first unit is at the start.
     * Were this one's there, too, none of both would be due for longer than the distance after that.
     *
     * @param phase that part, from 0 to less than 1
     */
    static ArrivalSequence shifted(double unitsPerSecond, double phase) {
        double nanosPerUnit = 1e9 / unitsPerSecond;
        return unitsBefore -> (long) ((unitsBefore + phase) * nanosPerUnit);
    }

    /**
     * At random instants; see {@link PoissonArrivals}.
     *
     * @param seed the same one gives the same instants
     */
    static ArrivalSequence poisson(double unitsPerSecond, long seed) {
        return new PoissonArrivals(unitsPerSecond, seed, true);
    }

    /**
     * At random instants, also the first one: for what goes beside a sequence whose first unit is at the start.
     *
     * @param seed the same one gives the same instants
     */
    static ArrivalSequence poissonShifted(double unitsPerSecond, long seed) {
        return new PoissonArrivals(unitsPerSecond, seed, false);
    }
}
