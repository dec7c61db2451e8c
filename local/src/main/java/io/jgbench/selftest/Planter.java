package io.jgbench.selftest;

import io.jgbench.local.host.Command;
import io.jgbench.local.host.MemberHandle;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.local.host.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Makes of a {@link Planting} what is done on this machine. */
final class Planter {
    /** Joins a control group and becomes the member. */
    private static final String JOIN_GROUP = "echo $$ >\"$0\" && exec \"$@\"";

    private static final Path TIME_NAMESPACE = Path.of("/proc/self/ns/time");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED_CPUS = "Cpus_allowed_list:";

    private Planter() {}

    /** A run's hosts with the fault that is planted there. */
    record Prepared(FaultyHosts hosts, PlantedFault fault) {}

    /** What this machine lacks for it, in a sentence; empty where it lacks nothing. */
    static Optional<String> missing(Planting planting) {
        return switch (planting) {
            case Planting.OnNetwork network -> missing(network.tools());
            case Planting.SharedCpu _, Planting.OneCpuForAll _ ->
                Runtime.getRuntime().availableProcessors() > 1
                        ? missing(List.of("taskset"))
                        : Optional.of("the machine has one CPU only");
            case Planting.CpuQuota _ -> CpuControlGroup.missing();
            case Planting.NoWay(var why) -> Optional.of(why);
            case Planting.ClockAhead(var by) -> missing(List.of("unshare")).or(() -> clockNamespaceMissing(by));
            case Planting.Nothing _,
                    Planting.Stops _,
                    Planting.BusyLoops _,
                    Planting.InOneJvm _,
                    Planting.InAllJvms _,
                    Planting.OtherStack _ -> Optional.empty();
        };
    }

    private static Optional<String> missing(List<String> tools) {
        return tools.stream()
                .filter(tool -> Tools.ofThisMachine().find(tool).isEmpty())
                .findFirst()
                .map(tool -> "there is no " + tool + " on the PATH: install the package that has it");
    }

    /** Older kernels give another clock to a program's children alone, and not to one that is started in its place. */
    private static Optional<String> clockNamespaceMissing(Duration by) {
        try {
            String own = Files.readSymbolicLink(TIME_NAMESPACE).toString();
            String other = Command.run(withClockAhead(by, List.of("readlink", TIME_NAMESPACE.toString())), "");
            return own.equals(other.strip())
                    ? Optional.of("this kernel cannot give a program that is started another clock")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of("no program can be given another clock: " + e.getMessage());
        }
    }

    private static List<String> withClockAhead(Duration by, List<String> command) {
        return Stream.concat(
                        Stream.of("unshare", "--time", "--monotonic", Long.toString(by.toSeconds())), command.stream())
                .toList();
    }

    /** Prepares it; nothing is planted yet but what members are started with. */
    static Prepared prepare(Planting planting, FaultTargets at, NamespaceHosts hosts) throws IOException {
        return switch (planting) {
            case Planting.Nothing() -> plain(hosts);
            case Planting.NoWay(var why) -> throw new IOException(why);
            case Planting.OnNetwork network -> {
                var faulty = new FaultyHosts(hosts, (index, java) -> java);
                yield new Prepared(
                        faulty,
                        new PlantedNetworkChanges(
                                faulty,
                                network.changes()
                                        .of(at, index -> hosts.host(index).address())));
            }
            case Planting.Stops stops -> {
                var faulty = new FaultyHosts(hosts, (index, java) -> java);
                yield new Prepared(faulty, PlantedPrograms.stops(stops, () -> pids(faulty, stops.members(), at)));
            }
            case Planting.BusyLoops(int programs) ->
                new Prepared(new FaultyHosts(hosts, (index, java) -> java), PlantedPrograms.busyLoops(programs));
            case Planting.SharedCpu() -> {
                var faulty = new FaultyHosts(hosts, (index, java) -> java);
                yield new Prepared(faulty, PlantedPrograms.sharedCpu(firstCpu(), () -> pids(faulty, 1, at)));
            }
            case Planting.OneCpuForAll() -> {
                String cpu = firstCpu();
                yield new Prepared(
                        new FaultyHosts(hosts, (index, java) -> bound(cpu, java)), new PlantedFault.AtStart());
            }
            case Planting.CpuQuota(int percent) -> {
                var group = CpuControlGroup.make(percent);
                yield new Prepared(
                        atVictim(hosts, at, java -> joined(group.processes().toString(), java)), group);
            }
            case Planting.InOneJvm(var options) ->
                new Prepared(atVictim(hosts, at, java -> with(options, java)), new PlantedFault.AtStart());
            case Planting.OtherStack other ->
                new Prepared(atVictim(hosts, at, java -> with(other.options(), java)), new PlantedFault.AtStart());
            case Planting.InAllJvms(var options) ->
                new Prepared(new FaultyHosts(hosts, (index, java) -> with(options, java)), new PlantedFault.AtStart());
            case Planting.ClockAhead(var by) ->
                new Prepared(atVictim(hosts, at, java -> withClockAhead(by, java)), new PlantedFault.AtStart());
        };
    }

    private static Prepared plain(NamespaceHosts hosts) {
        return new Prepared(new FaultyHosts(hosts, (index, java) -> java), new PlantedFault.AtStart());
    }

    private static FaultyHosts atVictim(NamespaceHosts hosts, FaultTargets at, UnaryOperator<List<String>> otherwise) {
        return new FaultyHosts(hosts, (index, java) -> index == at.victim() ? otherwise.apply(java) : java);
    }

    private static List<Long> pids(FaultyHosts hosts, int members, FaultTargets at) {
        return Stream.of(at.victim(), at.other())
                .limit(members)
                .flatMap(index -> hosts.process(index).stream())
                .map(MemberHandle::pid)
                .toList();
    }

    private static List<String> bound(String cpu, List<String> java) {
        return Stream.concat(Stream.of("taskset", "-c", cpu), java.stream()).toList();
    }

    /** The first one that this process may use; not all may use CPU 0. */
    private static String firstCpu() throws IOException {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED_CPUS))
                    .map(line -> line.substring(ALLOWED_CPUS.length()).strip().split("[-,]", 2)[0])
                    .findFirst()
                    .orElseThrow(() -> new IOException(STATUS + " has no line " + ALLOWED_CPUS));
        }
    }

    private static List<String> joined(String processes, List<String> java) {
        return Stream.concat(Stream.of("sh", "-c", JOIN_GROUP, processes), java.stream())
                .toList();
    }

    /** The last option of a kind is the one that counts, so these come after all others. */
    private static List<String> with(List<String> options, List<String> java) {
        var command = new ArrayList<>(java);
        command.addAll(command.indexOf("-cp"), options);
        return command;
    }
}
