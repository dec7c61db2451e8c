package io.jgbench.tune;

import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.protocol.TuningReport.Bond;
import io.jgbench.tune.SettingKey.Kind;
import io.jgbench.tune.TuningPlan.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes this host's plan from the settings that a run declares. */
record TuningPlanner(HostInterfaces interfaces) {
    static final String RMEM_MAX = "net.core.rmem_max";
    static final String WMEM_MAX = "net.core.wmem_max";

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if this host has no such interface, a name is not allowed or a setting is given
     *     twice, with one sentence
     */
    TuningPlan plan(TuningRequest request) {
        TuningSettings settings = request.settings();
        Optional<String> networkInterface = request.networkInterface()
                .or(() -> request.address().map(interfaces::withAddress))
                .or(interfaces::ofDefaultRoute);
        networkInterface.ifPresent(this::check);
        if (networkInterface.isEmpty() && asksOfInterface(settings)) {
            throw new IllegalArgumentException(
                    "this host has no default route to tell the interface by; say which one" + " with --interface");
        }
        Optional<Bond> bond = networkInterface.flatMap(interfaces::bond);
        Map<SettingKey, Optional<DesiredValue>> wishes = new LinkedHashMap<>();
        wishes.put(SettingKey.sysctl(RMEM_MAX), atLeast(settings.rmemMax()));
        wishes.put(SettingKey.sysctl(WMEM_MAX), atLeast(settings.wmemMax()));
        settings.sysctls().forEach(sysctl -> add(wishes, sysctl));
        networkInterface.ifPresent(name -> add(wishes, settings, name, bond));
        return new TuningPlan(
                request.runId(),
                networkInterface,
                bond,
                wishes.entrySet().stream()
                        .map(entry -> new Item(entry.getKey(), entry.getValue()))
                        .toList(),
                settings.mtu() == null ? MtuEffects.NONE : mtuEffects(networkInterface, bond),
                request.protection().interfaces(interfaces),
                request.protection()
                        .withoutAddress(interfaces, networkInterface.stream().toList()),
                own(request.protection(), networkInterface));
    }

    private MtuEffects mtuEffects(Optional<String> networkInterface, Optional<Bond> bond) {
        List<String> changed = Stream.concat(
                        networkInterface.stream(), bond.stream().flatMap(each -> each.slaves().stream()))
                .toList();
        List<String> above = interfaces.above(changed);
        return new MtuEffects(
                above,
                above.stream().filter(interfaces::mayBeIpvlan).collect(Collectors.toSet()),
                interfaces.bridges(changed),
                interfaces.withIpv6());
    }

    /** Whose packets pass an interface without an address nobody knows, so they may be the host's own. */
    private List<String> own(Protection protection, Optional<String> networkInterface) {
        Stream<String> unknown =
                networkInterface.filter(name -> !interfaces.hasAddress(name)).map(interfaces::withThoseBelow).stream()
                        .flatMap(List::stream);
        return Stream.concat(protection.own(interfaces).stream(), unknown)
                .distinct()
                .toList();
    }

    private void check(String networkInterface) {
        new SettingKey(Kind.MTU, networkInterface);
        if (!interfaces.has(networkInterface)) {
            throw new IllegalArgumentException("this host has no interface " + networkInterface + "; say which one with"
                    + " --interface (spec.placement.interface)");
        }
        if (!interfaces.isOfThisNamespace(networkInterface)) {
            throw new IllegalArgumentException("/sys shows the interfaces of another network namespace than this"
                    + " process is in, so " + networkInterface + " cannot be tuned; mount sysfs within the namespace,"
                    + " as 'ip netns exec' and container runtimes do");
        }
    }

    private static boolean asksOfInterface(TuningSettings settings) {
        return settings.mtu() != null
                || settings.txQueueLength() != null
                || pause(settings.flowControl()).isPresent();
    }

    private static Optional<DesiredValue> atLeast(ByteQuantity quantity) {
        return Optional.ofNullable(quantity).map(given -> new DesiredValue.AtLeast(given.bytes()));
    }

    private static void add(Map<SettingKey, Optional<DesiredValue>> wishes, SysctlSetting sysctl) {
        var key = SettingKey.sysctl(sysctl.name());
        var before = wishes.put(key, Optional.of(new DesiredValue.Exactly(sysctl.value())));
        if (before != null && before.isPresent()) {
            throw new IllegalArgumentException(sysctl.name() + " must be given once, got it twice: "
                    + before.get().text() + " and " + sysctl.value());
        }
    }

    private static void add(
            Map<SettingKey, Optional<DesiredValue>> wishes, TuningSettings settings, String name, Optional<Bond> bond) {
        List<String> slaves = bond.map(Bond::slaves).orElse(List.of());
        Optional<DesiredValue> mtu = exactly(settings.mtu());
        Optional<DesiredValue> queue = exactly(settings.txQueueLength());
        Stream.concat(Stream.of(name), slaves.stream()).forEach(each -> {
            wishes.put(new SettingKey(Kind.MTU, each), mtu);
            wishes.put(new SettingKey(Kind.TX_QUEUE_LENGTH, each), queue);
        });
        // A bond sends no pause frames, its slaves do.
        (slaves.isEmpty() ? Stream.of(name) : slaves.stream())
                .forEach(each -> wishes.put(new SettingKey(Kind.FLOW_CONTROL, each), pause(settings.flowControl())));
    }

    private static Optional<DesiredValue> exactly(Integer value) {
        return Optional.ofNullable(value).map(number -> new DesiredValue.Exactly(Integer.toString(number)));
    }

    private static Optional<DesiredValue> pause(FlowControlSettings flowControl) {
        return Optional.ofNullable(flowControl)
                .filter(given -> given.rx() != null || given.tx() != null)
                .map(given -> new DesiredValue.Pause(Optional.ofNullable(given.rx()), Optional.ofNullable(given.tx())));
    }
}
