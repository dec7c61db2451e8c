package io.jgbench.tune;

import java.nio.file.Path;

/** The settings of this host, by their keys. */
record HostSettings(Path proc, Path classNet, InterfaceControl control) {

    HostSetting of(SettingKey key) {
        return switch (key.kind()) {
            case SYSCTL -> new Sysctl(proc, key.subject());
            case IPV6_MTU -> Sysctl.ipv6Mtu(proc, key.subject());
            case MTU -> LinkAttribute.mtu(classNet, key.subject(), control);
            case TX_QUEUE_LENGTH -> LinkAttribute.txQueueLength(classNet, key.subject(), control);
            case FLOW_CONTROL -> new InterfaceFlowControl(control, key.subject());
        };
    }
}
