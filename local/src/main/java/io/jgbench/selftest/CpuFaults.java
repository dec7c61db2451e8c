package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.ANYBODY;
import static io.jgbench.selftest.Answer.Who.VICTIM;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.selftest.Answer.Found;
import io.jgbench.selftest.Answer.Held;
import io.jgbench.selftest.Fault.When;
import java.util.List;

/** Too little CPU time. */
final class CpuFaults {
    private CpuFaults() {}

    static List<Fault> all() {
        return List.of(busyHost(), cpuQuota(), sharedCpu(), oneCpu());
    }

    private static Fault busyHost() {
        return Fault.of(
                "busy-host",
                "three programs beside the run use as much CPU time as they get",
                new When.Measured(),
                new Planting.BusyLoops(3),
                new Found(Reason.HOST_BUSY, ANYBODY));
    }

    private static Fault cpuQuota() {
        return Fault.of(
                "cpu-quota",
                "a control group gives one member a tenth of a CPU",
                new When.Measured(),
                new Planting.CpuQuota(10),
                new Held(BottleneckType.HOST_CPU, VICTIM));
    }

    private static Fault sharedCpu() {
        return Fault.of(
                "shared-cpu",
                "one member may use a single CPU, which a program beside the run uses as well",
                new When.Measured(),
                new Planting.SharedCpu(),
                new Held(BottleneckType.HOST_CPU, VICTIM),
                new Held(BottleneckType.RECEIVER, VICTIM),
                new Found(Reason.CPU_WAITED, VICTIM),
                // where members share few CPUs all of them feel the program
                new Found(Reason.HOST_BUSY, ANYBODY));
    }

    private static Fault oneCpu() {
        return Fault.of(
                        "one-cpu",
                        "all members may use the first CPU of their host alone",
                        new When.WholeRun(),
                        new Planting.OneCpuForAll(),
                        new Held(BottleneckType.HOST_CPU, ANYBODY))
                .notWith("datagram", "one CPU can keep the rate that is asked for");
    }
}
