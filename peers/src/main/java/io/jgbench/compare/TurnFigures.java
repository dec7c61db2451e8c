package io.jgbench.compare;

import java.util.Optional;

/**
 * What a program did in its turns.
 *
 * @param perSecond messages or requests a second, the mean over the members
 * @param losses what the members' kernels lost or sent again
 * @param cpuCost CPU time of all members for each message or request that one of them sent, empty where the system does
 *     not tell
 */
public record TurnFigures(double perSecond, KernelLosses losses, Optional<CpuCost> cpuCost) {

    /**
     * Works them out.
     *
     * @param reading what the kernel counted in the turn
     * @param work what the program did in all
     */
    static TurnFigures of(TurnReading reading, WorkDone work) {
        double units = reading.sentBytes() / work.bytesEach();
        return new TurnFigures(
                units * 1e9 / reading.nanos(),
                reading.losses(),
                CpuCost.of(reading.cpuTime(), units * work.unitsOfAll() / work.units()));
    }
}
