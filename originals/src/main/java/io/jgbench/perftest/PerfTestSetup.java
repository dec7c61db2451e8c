package io.jgbench.perftest;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One member of one test.
 *
 * @param config what the test does
 * @param name the member's name, unique in the group
 * @param sender whether it sends
 * @param stack the protocol stack, for transport jgroups
 * @param samples where the time series goes, if anywhere
 * @param dumpStats whether the transport's counters are printed after the run
 * @param jmx whether they can be read by JMX
 * @param waitTimeout how long the member waits for the others to join, and again to get ready
 * @param runTimeout how long the workload may take, and the warm-up before it
 */
public record PerfTestSetup(
        PerfTestConfig config,
        String name,
        boolean sender,
        Optional<Stack> stack,
        Optional<Path> samples,
        boolean dumpStats,
        boolean jmx,
        Duration waitTimeout,
        Duration runTimeout) {

    /** What carries the messages, with the options that the transport has. */
    TransportSpec transport() {
        Map<String, String> options = new LinkedHashMap<>();
        switch (config.transport()) {
            case "udp" -> {
                config.bindAddress().ifPresent(value -> options.put("bindAddress", value));
                config.multicastAddress().ifPresent(value -> options.put("multicastAddress", value));
                config.multicastPort().ifPresent(value -> options.put("multicastPort", value));
            }
            case "tcp" -> options.put("initial_hosts", allHosts());
            default -> {}
        }
        return new TransportSpec(config.transport(), stack, options, 0);
    }

    private String allHosts() {
        String hosts = config.initialHosts()
                .orElseThrow(() -> new IllegalArgumentException("transport tcp needs initial_hosts in "
                        + "the configuration, all members as host[port], such as "
                        + "initial_hosts=host1[7800],host2[7800]"));
        int places = hosts.split(",", -1).length;
        if (places != config.members()) {
            throw new IllegalArgumentException("initial_hosts must name a place for each of num_members ("
                    + config.members() + ") over transport tcp, got: " + places + " places");
        }
        return hosts;
    }

    /** What must be the same at all members, by key; of the stack a checksum. */
    Map<String, String> common() {
        Map<String, String> common = config.common();
        stack.ifPresent(given -> {
            var sum = new CRC32C();
            sum.update(given.xml().getBytes(StandardCharsets.UTF_8));
            common.put(ConfigKey.PROPS.text(), "a stack with checksum " + Long.toHexString(sum.getValue()));
        });
        return common;
    }
}
