package io.jgbench.cli.peers;

import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs, or rounds, that are measured one after the other. One that fails ends the series; what was measured before it
 * is concluded first.
 *
 * @param out where that is said
 * @param count how many there are to be
 */
record PairSeries(PrintStream out, int count) {

    /**
     * Measures one of them.
     *
     * @param <T> what it comes to
     */
    @FunctionalInterface
    interface Measurement<T> {

        /**
         * Measures it.
         *
         * @param number which one, from 1
         */
        T measure(int number) throws HostsUnavailableException, IOException, InterruptedException;
    }

    /**
     * Prints what they come to.
     *
     * @param <T> one of them
     */
    @FunctionalInterface
    interface Conclusion<T> {

        /**
         * Prints it.
         *
         * @return whether the figures of each may be used
         */
        boolean conclude(List<T> measured);
    }

    /**
     * Measures and concludes.
     *
     * @return whether the figures of each may be used
     */
    <T> boolean measure(Measurement<T> measurement, Conclusion<T> conclusion)
            throws HostsUnavailableException, IOException, InterruptedException {
        List<T> measured = new ArrayList<>();
        try {
            for (int number = 1; number <= count; number++) {
                measured.add(measurement.measure(number));
            }
        } catch (HostsUnavailableException | IOException e) {
            if (!measured.isEmpty()) {
                out.printf("%d of %d were measured before one failed:%n", measured.size(), count);
                boolean ignored = conclusion.conclude(measured);
            }
            throw e;
        }
        return conclusion.conclude(measured);
    }
}
