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
 * @param mtuEffects what the kernel does beside a change of an MTU
 * @param protectedInterfaces interfaces of which nothing may be changed
 * @param withoutAddress others of which nothing may be changed, as they have no address of their own
 * @param ownInterfaces interfaces that the host's own packets may pass, whether they are protected or not
 */
record TuningPlan(
        String runId,
        Optional<String> networkInterface,
        Optional<Bond> bond,
        List<Item> items,
        MtuEffects mtuEffects,
        List<String> protectedInterfaces,
        List<String> withoutAddress,
        List<String> ownInterfaces) {

    TuningPlan {
        protectedInterfaces = List.copyOf(protectedInterfaces);
        ownInterfaces = List.copyOf(ownInterfaces);
        items = List.copyOf(items);
        withoutAddress = List.copyOf(withoutAddress);
    }

    /** The plan of a tuner that only restores. */
    static TuningPlan restoring(String runId) {
        return new TuningPlan(
                runId, Optional.empty(), Optional.empty(), List.of(), MtuEffects.NONE, List.of(), List.of(), List.of());
    }

    /** Why a setting must stay as it is, if it must. */
    Optional<String> protection(SettingKey key) {
        String name = key.subject();
        if (key.kind() == SettingKey.Kind.SYSCTL) {
            return Optional.empty();
        }
        if (protectedInterfaces.contains(name)) {
            return Optional.of("the host's own address or its way to the API server is on " + name
                    + " or passes it, so a wrong value cuts the host off");
        }
        return withoutAddress.contains(name)
                ? Optional.of(name + " has no address of its own, so the host's own packets may pass it, as they do a"
                        + " port of Open vSwitch, and a wrong value cuts the host off")
                : Optional.empty();
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
