package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operating system: distribution, kernel, memory.
 *
 * @param proc {@code /proc}
 * @param sys {@code /sys}
 * @param etc {@code /etc}
 */
record SystemFacts(KernelTree proc, KernelTree sys, KernelTree etc) {
    private static final String FLAWS = "devices/system/cpu/vulnerabilities";
    private static final Pattern DISTRIBUTION = Pattern.compile("^PRETTY_NAME=[\"']?(.*?)[\"']?$", Pattern.MULTILINE);
    private static final Pattern CHOSEN = Pattern.compile("\\[([^\\]]+)\\]");
    private static final long BYTES_PER_KB = 1024;
    private static final long BYTES_PER_GIB = 1L << 30;

    void addTo(Facts facts) {
        facts.put(HostFact.OS, System.getProperty("os.name"));
        facts.put(HostFact.KERNEL, System.getProperty("os.version"));
        facts.put(HostFact.ARCHITECTURE, System.getProperty("os.arch"));
        facts.put(HostFact.DISTRIBUTION, distribution());
        addMitigations(facts);
        facts.put(HostFact.HOST_NAME, proc.read("sys/kernel/hostname"));
        facts.put(HostFact.BOOT, proc.read("sys/kernel/random/boot_id"));
        facts.put(HostFact.NETWORK_NAMESPACE, networkNamespace());
        facts.put(HostFact.CLOCK_SOURCE, sys.read("devices/system/clocksource/clocksource0/current_clocksource"));
        facts.put(HostFact.MACHINE, machine());
        List<String> memory = proc.lines("meminfo");
        FactReading total = bytes(memory, "MemTotal");
        facts.put(HostFact.MEMORY_BYTES, total);
        facts.put(HostFact.MEMORY_GIBIBYTES, total.map(SystemFacts::gibibytes));
        facts.put(HostFact.MEMORY_AVAILABLE_BYTES, bytes(memory, "MemAvailable"));
        facts.put(HostFact.SWAP_BYTES, bytes(memory, "SwapTotal"));
        facts.put(HostFact.SWAPPINESS, proc.read("sys/vm/swappiness"));
        facts.put(
                HostFact.TRANSPARENT_HUGE_PAGES,
                sys.read("kernel/mm/transparent_hugepage/enabled").map(SystemFacts::chosen));
    }

    /** What the kernel keeps for itself is less than a step, and what is built in is mostly a multiple of one. */
    private static String gibibytes(String bytes) {
        long memory = Long.parseLong(bytes);
        long step = Math.max(BYTES_PER_GIB, Long.highestOneBit(memory) / 8);
        return Long.toString(Math.ceilDiv(memory, step) * step / BYTES_PER_GIB);
    }

    private FactReading distribution() {
        FactReading release = etc.read("os-release");
        return release.found()
                .map(text -> DISTRIBUTION
                        .matcher(text)
                        .results()
                        .<FactReading>map(line -> new FactReading.Found(line.group(1)))
                        .findFirst()
                        .orElseGet(() -> new FactReading.Absent("os-release has no PRETTY_NAME")))
                .orElse(release);
    }

    private void addMitigations(Facts facts) {
        List<String> flaws = sys.names(FLAWS, "*");
        if (flaws.isEmpty()) {
            facts.absent(
                    HostFact.MITIGATION, "there is no folder " + sys.folder().resolve(FLAWS));
        }
        flaws.forEach(flaw -> facts.put(HostFact.MITIGATION.label(flaw), sys.read(FLAWS + "/" + flaw)));
    }

    private FactReading networkNamespace() {
        var link = proc.folder().resolve("self/ns/net");
        try {
            return new FactReading.Found(Files.readSymbolicLink(link).toString());
        } catch (IOException | UnsupportedOperationException e) {
            // not a Linux: then no member shares what a network namespace counts
            return new FactReading.Absent(link + " cannot be read");
        }
    }

    private FactReading machine() {
        FactReading vendor = sys.read("class/dmi/id/sys_vendor");
        return vendor.found()
                .map(name -> sys.read("class/dmi/id/product_name").map(product -> name + " " + product))
                .orElse(vendor);
    }

    private static String chosen(String choices) {
        Matcher chosen = CHOSEN.matcher(choices);
        return chosen.find() ? chosen.group(1) : choices;
    }

    /** A line such as {@code MemTotal:       24684084 kB}. */
    private FactReading bytes(List<String> memory, String name) {
        return memory.stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .filter(kilobytes -> !kilobytes.isEmpty())
                .<FactReading>map(
                        kilobytes -> new FactReading.Found(Long.toString(Long.parseLong(kilobytes) * BYTES_PER_KB)))
                .findFirst()
                .orElseGet(() -> new FactReading.Absent(proc.folder().resolve("meminfo") + " has no line " + name));
    }
}
