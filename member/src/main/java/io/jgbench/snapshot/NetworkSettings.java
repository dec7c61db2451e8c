package io.jgbench.snapshot;

import java.util.List;

/**
 * The kernel's settings that bound or shape what a member's network carries; the kernel's
 * {@code admin-guide/sysctl/net.rst} and {@code networking/ip-sysctl.rst} say what each means. Some of
 * {@code net.core} are shown in a host's first network namespace alone.
 *
 * @param proc {@code /proc}
 */
record NetworkSettings(KernelTree proc) {
    private static final List<String> NAMES = List.of(
            "net.core.busy_poll",
            "net.core.busy_read",
            "net.core.default_qdisc",
            "net.core.dev_weight",
            "net.core.netdev_budget",
            "net.core.netdev_budget_usecs",
            "net.core.netdev_max_backlog",
            "net.core.optmem_max",
            "net.core.rmem_default",
            "net.core.rmem_max",
            "net.core.rps_sock_flow_entries",
            "net.core.somaxconn",
            "net.core.wmem_default",
            "net.core.wmem_max",
            "net.ipv4.conf.all.rp_filter",
            "net.ipv4.igmp_max_memberships",
            "net.ipv4.ipfrag_high_thresh",
            "net.ipv4.ipfrag_time",
            "net.ipv4.tcp_adv_win_scale",
            "net.ipv4.tcp_autocorking",
            "net.ipv4.tcp_congestion_control",
            "net.ipv4.tcp_ecn",
            "net.ipv4.tcp_limit_output_bytes",
            "net.ipv4.tcp_mem",
            "net.ipv4.tcp_moderate_rcvbuf",
            "net.ipv4.tcp_mtu_probing",
            "net.ipv4.tcp_no_metrics_save",
            "net.ipv4.tcp_notsent_lowat",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_sack",
            "net.ipv4.tcp_slow_start_after_idle",
            "net.ipv4.tcp_timestamps",
            "net.ipv4.tcp_window_scaling",
            "net.ipv4.tcp_wmem",
            "net.ipv4.udp_mem",
            "net.ipv4.udp_rmem_min",
            "net.ipv4.udp_wmem_min");

    void addTo(Facts facts) {
        NAMES.forEach(name -> facts.put(
                name, proc.read("sys/" + name.replace('.', '/')).map(value -> value.replaceAll("\\s+", " "))));
    }
}
