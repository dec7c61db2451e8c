package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.counters.HostProbe;
import io.jgbench.counters.LinuxHostProbe;
import io.jgbench.transport.Transports;
import io.jgbench.workload.registry.MeasuredWorkloads;
import java.util.List;
import java.util.Locale;

/** Starts a member as a process of its own; see {@link MemberProcess}. Exit status 0 when it was stopped, else 1. */
public final class MemberMain {
    private MemberMain() {}

    /**
     * Takes {@code --config FILE}, {@code --exit-with-parent}, {@code --tuning-report FILE} and
     * {@code --jgroups FOLDER}.
     */
    public static void main(String[] arguments) {
        // numbers in sentences are stored and compared: some languages have other digits
        Locale.setDefault(Locale.ROOT);
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> given) {
        try {
            var arguments = MemberArguments.parse(given);
            var process = new MemberProcess(
                    parts(arguments),
                    System.in,
                    System.out,
                    status -> Runtime.getRuntime().halt(status));
            process.run(arguments);
            return 0;
        } catch (MemberStartException e) {
            System.err.println("member: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            System.err.println("member: interrupted");
            return 1;
        }
    }

    private static MemberParts parts(MemberArguments arguments) {
        return new MemberParts(
                name -> new Transports().find(name),
                MeasuredWorkloads::create,
                EpochClock.system(),
                host -> probe(host, arguments));
    }

    private static HostProbe probe(String host, MemberArguments arguments) {
        HostProbe probe = LinuxHostProbe.at(host);
        return arguments
                .tuningReport()
                .<HostProbe>map(report -> new TuningFacts(probe, report))
                .orElse(probe);
    }
}
