package io.jgbench.selftest;

import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.spec.TransportSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** How a fault is planted. What takes it away again follows from it; see {@link Planter}. */
public sealed interface Planting {

    /** Nothing is planted. */
    record Nothing() implements Planting {}

    /**
     * Commands in the members' network namespaces and that of the switch.
     *
     * @param tools the programs that are needed beside {@code ip} and {@code tc}, which every run in namespaces needs
     * @param changes what is done
     */
    record OnNetwork(List<String> tools, Changes changes) implements Planting {}

    /** What is changed, depending on the members that the fault is planted at. */
    @FunctionalInterface
    interface Changes {
        /**
         * The changes, in order.
         *
         * @param address gives the address of a member's transport by its index
         */
        List<Change> of(FaultTargets at, IntFunction<String> address);
    }

    /**
     * A command that plants, and the one that takes away what it planted.
     *
     * @param where in which network namespace
     */
    record Change(Place where, List<String> plant, List<String> remove) {}

    /** A network namespace. */
    sealed interface Place {
        /** That of a member. */
        record Member(int index) implements Place {}

        /** That of the emulated switch. */
        record Switch() implements Place {}
    }

    /**
     * Processes of members are stopped and continued in turn.
     *
     * @param standing how long one is stopped at a time
     * @param running how long it runs in between
     * @param members how many members: the one that has the fault, with two also the other
     */
    record Stops(Duration standing, Duration running, int members) implements Planting {}

    /** Programs beside the run use the host's CPUs, each as much as it gets of one. */
    record BusyLoops(int programs) implements Planting {}

    /** One member may use a single CPU, which a program beside the run uses as well. */
    record SharedCpu() implements Planting {}

    /** All members may use the first CPU of their host alone. */
    record OneCpuForAll() implements Planting {}

    /** A control group limits the CPU time of one member to this part of one CPU. */
    record CpuQuota(int percent) implements Planting {}

    /** One member's JVM has these options as well. */
    record InOneJvm(List<String> options) implements Planting {}

    /** All members' JVMs have these options as well. */
    record InAllJvms(List<String> options) implements Planting {}

    /**
     * Nothing can plant it.
     *
     * @param why the reason, as a sentence that follows a colon
     */
    record NoWay(String why) implements Planting {}

    /** One member's monotonic clock is ahead of the others' from its start on. */
    record ClockAhead(Duration by) implements Planting {}

    /**
     * The members have another stack, and one of them other options.
     *
     * @param stack makes it of the bundled one
     * @param options of the one member that has the fault
     */
    record OtherStack(Function<TransportSpec.Stack, StackSource> stack, List<String> options) implements Planting {}
}
