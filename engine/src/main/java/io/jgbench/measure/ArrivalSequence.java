package io.jgbench.measure;

/**
 * When the units of an open loop are due, counted from its start. Instants are calculated from the start and not from
 * each other, so that nothing drifts. It has no state: threads may share it.
 */
@FunctionalInterface
public interface ArrivalSequence {

    /** When the unit after a number of others is due, in nanoseconds since the start. */
    long afterBeginNanos(long unitsBefore);

    /**
     * The same but for the first unit, which is due at the start and marks it. Of several sequences that go beside each
     * other one alone begins so: were all first units there, none would be due for longer than usual after that.
     */
    default ArrivalSequence fromStart() {
        return unitsBefore -> unitsBefore == 0 ? 0 : afterBeginNanos(unitsBefore);
    }

    /** One after the other in equal distances, from the start on; to the nanosecond in a run of up to a month. */
    static ArrivalSequence even(double unitsPerSecond) {
        return shifted(unitsPerSecond, 0);
    }

    /**
     * In equal distances, but later by a part of one, so that several sequences do not fall into step. Only the first
     * unit is at the start.
     *
     * @param phase that part, from 0 to less than 1
     */
    static ArrivalSequence staggered(double unitsPerSecond, double phase) {
        return shifted(unitsPerSecond, phase).fromStart();
    }

    /**
     * In equal distances, all later by the time of some units.
     *
     * @param units how many, of which one may be a part; 0 or more
     */
    static ArrivalSequence shifted(double unitsPerSecond, double units) {
        double nanosPerUnit = 1e9 / unitsPerSecond;
        return unitsBefore -> (long) ((unitsBefore + units) * nanosPerUnit);
    }

    /**
     * At random instants, but for the first one; see {@link PoissonArrivals}.
     *
     * @param seed the same one gives the same instants
     */
    static ArrivalSequence poisson(double unitsPerSecond, long seed) {
        return random(unitsPerSecond, seed).fromStart();
    }

    /**
     * At random instants; see {@link PoissonArrivals}.
     *
     * @param seed the same one gives the same instants
     */
    static ArrivalSequence random(double unitsPerSecond, long seed) {
        return new PoissonArrivals(unitsPerSecond, seed);
    }
}
