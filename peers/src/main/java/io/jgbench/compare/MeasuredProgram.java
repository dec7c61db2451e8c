package io.jgbench.compare;

import java.util.Optional;

/**
 * What one program of a pair measured.
 *
 * @param perSecond messages or requests a second, the mean over the members; 0 where there is no result
 * @param losses what the members' kernels lost or sent again
 * @param cpuCost CPU time of the members for each message or request, empty where the system does not tell
 * @param steady whether it was steady when it was measured
 */
public record MeasuredProgram(double perSecond, KernelLosses losses, Optional<CpuCost> cpuCost, boolean steady) {}
