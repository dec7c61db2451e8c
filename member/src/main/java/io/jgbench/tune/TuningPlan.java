package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Bond;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of this host.
 *
 * @param runId the run that asks
 * @param networkInterface the interface that carries its messages; empty where none could be told and none is needed
 * @param bond what the interface joins, if it is a bond
 * @param items each setting once, in the order in which they are applied: a bond before its slaves, as it hands its MTU
 *     on to them
 * @param interfacesAbove interfaces whose MTU the kernel may lower with those of the items, the closest first; none
 *     where no MTU is asked for
 * @param protectedInterfaces interfaces of which nothing may be changed
 * @param ownInterfaces interfaces that the host's own address is on or passes, whether they are protected or not
 */
record TuningPlan(
        String runId,
        Optional<String> networkInterface,
        Optional<Bond> bond,
        List<Item> items,
        List<String> interfacesAbove,
        List<String> protectedInterfaces,
        List<String> ownInterfaces) {

    TuningPlan {
        protectedInterfaces = List.copyOf(protectedInterfaces);
        ownInterfaces = List.copyOf(ownInterfaces);
        items = List.copyOf(items);
        interfacesAbove = List.copyOf(interfacesAbove);
    }

    /** What the kernel may make of the interfaces above, where an MTU is lowered to this many bytes. */
    List<Item> loweredTo(int mtu) {
        return interfacesAbove.stream()
                .map(above -> new Item(
                        new SettingKey(SettingKey.Kind.MTU, above), Optional.of(new DesiredValue.Lowered(mtu))))
                .toList();
    }

    /** Whether a setting must stay as it is. */
    boolean protects(SettingKey key) {
        return key.kind() != SettingKey.Kind.SYSCTL && protectedInterfaces.contains(key.subject());
    }

    /** Whether a wrong value cuts the host off. */
    boolean mayCutOff(SettingKey key) {
        return key.kind() != SettingKey.Kind.SYSCTL && ownInterfaces.contains(key.subject());
    }

    /**
     * One setting.
     *
     * @param key which
     * @param desired what is asked of it; empty if it is only told
     */
    record Item(SettingKey key, Optional<DesiredValue> desired) {}
}
