package io.jgbench.coordination.workload.datagram;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import java.util.Optional;

/**
 * The figures of a run of the workload Datagram whose members all reported.
 *
 * @param packetsPerSecond the mean of the rates of the listeners, those to whom another member publishes
 * @param bytesPerSecond that rate times the packet size
 * @param clusterPacketsPerSecond the sum of the listeners' rates
 * @param clusterBytesPerSecond that sum times the packet size
 * @param memberPacketsPerSecond how far the listeners' rates lie apart
 * @param slotsWithinRatePermille slots of 10 ms in which publishers kept their rate, in thousandths; empty where none
 *     was asked for, or one at random instants
 * @param lateness how late packets were sent, where a rate was asked for
 * @param highestBytesPerSecond the rate that a search found, of each publisher over all its listeners; empty where none
 *     was looked for, or none found
 */
@JsonTypeName("Datagram")
public record DatagramFigures(
        double packetsPerSecond,
        long bytesPerSecond,
        double clusterPacketsPerSecond,
        long clusterBytesPerSecond,
        Spread memberPacketsPerSecond,
        Optional<Integer> slotsWithinRatePermille,
        Optional<SendLateness> lateness,
        Optional<Long> highestBytesPerSecond)
        implements RunFigures {

    @Override
    public double unitsPerSecond() {
        return packetsPerSecond;
    }

    @Override
    public double clusterUnitsPerSecond() {
        return clusterPacketsPerSecond;
    }

    @Override
    public Spread memberUnitsPerSecond() {
        return memberPacketsPerSecond;
    }
}
