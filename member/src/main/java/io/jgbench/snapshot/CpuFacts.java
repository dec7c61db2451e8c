package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The host's CPUs.
 *
 * @param proc {@code /proc}
 * @param sys {@code /sys}
 */
record CpuFacts(KernelTree proc, KernelTree sys) {
    private static final String CPUS = "devices/system/cpu";
    private static final String ALLOWED = "Cpus_allowed_list";

    void addTo(Facts facts) {
        facts.put(HostFact.CPUS, Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put(HostFact.HOST_CPUS, hostCpus());
        facts.put(HostFact.USABLE_CPUS, usableCpus());
        List<String> info = proc.lines("cpuinfo");
        facts.put(HostFact.CPU_MODEL, model(info));
        facts.put(HostFact.CPU_MICROCODE, first(info, "microcode"));
        facts.put(HostFact.CPU_MHZ, megahertz(info));
        facts.put(HostFact.HYPERVISOR, hypervisor(info));
        facts.put(HostFact.SMT, sys.read(CPUS + "/smt/control"));
        facts.put(HostFact.NUMA_NODES, sys.read("devices/system/node/online"));
        facts.put(HostFact.CPU_GOVERNOR, each("scaling_governor"));
        facts.put(HostFact.CPU_FREQUENCY_DRIVER, each("scaling_driver"));
        facts.put(HostFact.CPU_FREQUENCY_RANGE, frequencies());
        facts.put(HostFact.CPU_BOOST, boost());
    }

    private FactReading hostCpus() {
        long cpus = proc.lines("stat").stream()
                .filter(line -> line.matches("cpu[0-9]+ .*"))
                .count();
        return cpus == 0
                ? new FactReading.Absent(proc.folder().resolve("stat") + " tells of no CPU")
                : new FactReading.Found(Long.toString(cpus));
    }

    private FactReading usableCpus() {
        return values(proc.lines("self/status"), ALLOWED).stream()
                .<FactReading>map(FactReading.Found::new)
                .findFirst()
                .orElseGet(() -> new FactReading.Absent(
                        proc.folder().resolve("self/status") + " has no line '" + ALLOWED + "'"));
    }

    /** On arm64 the kernel knows no names, but the numbers of their maker. */
    private FactReading model(List<String> info) {
        FactReading name = first(info, "model name");
        List<String> implementers = values(info, "CPU implementer");
        List<String> parts = values(info, "CPU part");
        List<String> variants = values(info, "CPU variant");
        List<String> revisions = values(info, "CPU revision");
        int cpus = implementers.size();
        boolean isTold = cpus > 0 && Stream.of(parts, variants, revisions).allMatch(values -> values.size() == cpus);
        if (name instanceof FactReading.Found || !isTold) {
            return name;
        }
        return new FactReading.Found(EachCpu.text(IntStream.range(0, cpus)
                .mapToObj(cpu -> "implementer " + implementers.get(cpu) + " part " + parts.get(cpu) + " r"
                        + Integer.decode(variants.get(cpu)) + "p" + revisions.get(cpu))
                .toList()));
    }

    private FactReading first(List<String> info, String key) {
        return values(info, key).stream()
                .<FactReading>map(FactReading.Found::new)
                .findFirst()
                .orElseGet(() -> none(key));
    }

    private FactReading none(String key) {
        return new FactReading.Absent(proc.folder().resolve("cpuinfo") + " has no line '" + key + "'");
    }

    private static List<String> values(List<String> info, String key) {
        return info.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .toList();
    }

    private FactReading megahertz(List<String> info) {
        var each = values(info, "cpu MHz").stream()
                .mapToDouble(Double::parseDouble)
                .summaryStatistics();
        return each.getCount() == 0
                ? none("cpu MHz")
                : new FactReading.Found(String.format(Locale.ROOT, "%.0f to %.0f", each.getMin(), each.getMax()));
    }

    /** On x86 the CPU itself says so; elsewhere nobody does. */
    private FactReading hypervisor(List<String> info) {
        return values(info, "flags").stream()
                .<FactReading>map(flags ->
                        new FactReading.Found(List.of(flags.split(" ", -1)).contains("hypervisor") ? "yes" : "no"))
                .findFirst()
                .orElseGet(() -> none("flags"));
    }

    private FactReading each(String file) {
        List<String> values = sys.names(CPUS, "cpu[0-9]*").stream()
                .map(cpu -> sys.read(CPUS + "/" + cpu + "/cpufreq/" + file))
                .flatMap(reading -> reading.found().stream())
                .toList();
        return values.isEmpty()
                ? new FactReading.Absent("no CPU has a file cpufreq/" + file)
                : new FactReading.Found(EachCpu.text(values));
    }

    private FactReading frequencies() {
        FactReading least = each("scaling_min_freq");
        return least.found()
                .map(from -> each("scaling_max_freq").map(to -> from + " to " + to))
                .orElse(least);
    }

    /** One of Intel's own driver says the contrary of all others'. */
    private FactReading boost() {
        FactReading boost = sys.read(CPUS + "/cpufreq/boost");
        return boost instanceof FactReading.Found
                ? boost.map(text -> Facts.onOff(text.equals("1")))
                : sys.read(CPUS + "/intel_pstate/no_turbo").map(text -> Facts.onOff(!text.equals("1")));
    }
}
