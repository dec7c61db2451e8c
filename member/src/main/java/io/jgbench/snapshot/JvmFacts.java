package io.jgbench.snapshot;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.jgbench.coordination.environment.HostFact;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The member's JVM: what it was started with, and what became of it. */
final class JvmFacts {
    private static final Pattern ARCHIVE =
            Pattern.compile("-XX:(AOTCache|AOTMode|AOTCacheOutput|AOTConfiguration|SharedArchiveFile)=(.*)");
    private static final Pattern ARCHIVE_LOG = Pattern.compile("-Xlog:(aot|cds).*");
    private static final List<String> FLAGS = List.of(
            "ActiveProcessorCount",
            "AlwaysPreTouch",
            "CICompilerCount",
            "ConcGCThreads",
            "InitialHeapSize",
            "MaxDirectMemorySize",
            "MaxHeapSize",
            "MaxNewSize",
            "NewSize",
            "ParallelGCThreads",
            "ReservedCodeCacheSize",
            "TieredCompilation",
            "TieredStopAtLevel",
            "UseCompactObjectHeaders",
            "UseCompressedOops",
            "UseLargePages",
            "UseNUMA",
            "UseTransparentHugePages");

    void addTo(Facts facts) {
        facts.put(HostFact.JDK, System.getProperty("java.runtime.version"));
        facts.put(HostFact.JVM, System.getProperty("java.vm.name"));
        facts.put(
                HostFact.GC,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(", ")));
        facts.put(HostFact.HEAP_MAX_BYTES, Long.toString(Runtime.getRuntime().maxMemory()));
        addOptions(facts, ManagementFactory.getRuntimeMXBean().getInputArguments());
        addFlags(facts);
    }

    static void addOptions(Facts facts, List<String> options) {
        facts.put(
                HostFact.JVM_OPTIONS,
                options.stream()
                        .filter(option -> !ARCHIVE.matcher(option).matches())
                        .filter(option -> !ARCHIVE_LOG.matcher(option).matches())
                        .collect(Collectors.joining(" ")));
        facts.put(
                HostFact.JVM_ARCHIVE,
                options.stream()
                        .map(ARCHIVE::matcher)
                        .filter(matcher -> matcher.matches())
                        .map(matcher -> matcher.group(2))
                        .findFirst()
                        .orElse("none"));
    }

    private static void addFlags(Facts facts) {
        var hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String flag : FLAGS) {
            facts.put(HostFact.JVM_FLAG.label(flag), value(hotSpot, flag));
        }
    }

    private static FactReading value(HotSpotDiagnosticMXBean hotSpot, String flag) {
        if (hotSpot == null) {
            return new FactReading.Absent("this JVM is no HotSpot");
        }
        try {
            return new FactReading.Found(hotSpot.getVMOption(flag).getValue());
        } catch (IllegalArgumentException e) {
            return new FactReading.Absent("this JVM has no such flag");
        }
    }
}
