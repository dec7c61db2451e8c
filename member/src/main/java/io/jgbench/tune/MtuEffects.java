package io.jgbench.tune;

import io.jgbench.tune.SettingKey.Kind;
import io.jgbench.tune.TuningPlan.Item;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the kernel does beside a change of the MTU of a plan's interfaces.
 *
 * @param above interfaces whose MTU it lowers with theirs and does not raise again, and ipvlans; the closest first
 * @param ipvlans those of them that get the MTU of the interface below them, whether that is lower or higher
 * @param bridges the plan's interfaces and those above them that are bridges
 * @param withIpv6 the interfaces of this host that have IPv6 addresses
 */
record MtuEffects(List<String> above, Set<String> ipvlans, List<String> bridges, Set<String> withIpv6) {
    /** No MTU is asked for. */
    static final MtuEffects NONE = new MtuEffects(List.of(), Set.of(), List.of(), Set.of());

    /** What IPv6 needs: of an interface with less, the kernel removes its addresses. */
    private static final int IPV6_LEAST = 1280;

    MtuEffects {
        above = List.copyOf(above);
        ipvlans = Set.copyOf(ipvlans);
        bridges = List.copyOf(bridges);
        withIpv6 = Set.copyOf(withIpv6);
    }

    /**
     * What the kernel lowers: the MTU of VLANs and macvlans with that of the interface below them. Tunnels keep theirs.
     *
     * @param wrong what is to be written
     */
    List<SettingReading> lowered(List<SettingReading> wrong, HostSettings settings) {
        return wrong.stream()
                .flatMap(reading -> loweredMtu(reading).stream())
                .min(Comparator.naturalOrder())
                .map(lowest -> above.stream()
                        .map(name -> read(Kind.MTU, name, new DesiredValue.Lowered(lowest), settings))
                        .filter(reading -> reading.found().isPresent() && !reading.satisfied())
                        .toList())
                .orElse(List.of());
    }

    /** The MTU that is to be written where it is lower than what was found; empty elsewhere. */
    static Optional<Integer> loweredMtu(SettingReading reading) {
        return mtu(reading)
                .filter(target -> target < Integer.parseInt(reading.found().orElseThrow()));
    }

    private static Optional<Integer> mtu(SettingReading reading) {
        return reading.item().key().kind() == Kind.MTU ? reading.target().map(Integer::valueOf) : Optional.empty();
    }

    /**
     * What else it sets: the MTU of ipvlans, and what IPv6 takes for the MTU of each interface whose MTU changes. Where
     * the latter is the interface's own, it follows that back by itself. In the order in which they can be restored,
     * after the interfaces.
     *
     * @param wrong what is to be written
     * @param lowered what is lowered with it
     */
    List<SettingReading> overwritten(List<SettingReading> wrong, List<SettingReading> lowered, HostSettings settings) {
        Optional<String> mtu = wrong.stream()
                .flatMap(reading -> mtu(reading).stream())
                .findFirst()
                .map(Object::toString);
        if (mtu.isEmpty()) {
            return List.of();
        }
        var written = new DesiredValue.Exactly(mtu.get());
        List<String> loweredNames = names(lowered).toList();
        Stream<SettingReading> mtus = above.stream()
                .filter(ipvlans::contains)
                .filter(name -> !loweredNames.contains(name))
                .map(name -> read(Kind.MTU, name, written, settings));
        Stream<SettingReading> ipv6Mtus = Stream.of(
                        names(wrong), loweredNames.stream(), ipvlans.stream().sorted(), bridges.stream())
                .flatMap(names -> names)
                .distinct()
                .map(name -> read(Kind.IPV6_MTU, name, written, settings))
                .filter(reading -> !isTheInterfaces(reading, settings));
        return Stream.concat(mtus, ipv6Mtus)
                .filter(reading -> reading.found().isPresent())
                .toList();
    }

    private static Stream<String> names(List<SettingReading> readings) {
        return readings.stream()
                .map(reading -> reading.item().key())
                .filter(key -> key.kind() == Kind.MTU)
                .map(SettingKey::subject);
    }

    private static boolean isTheInterfaces(SettingReading ipv6Mtu, HostSettings settings) {
        String name = ipv6Mtu.item().key().subject();
        var mtu = SettingReading.of(new Item(new SettingKey(Kind.MTU, name), Optional.empty()), settings);
        return mtu.found().equals(ipv6Mtu.found());
    }

    private static SettingReading read(Kind kind, String name, DesiredValue desired, HostSettings settings) {
        return SettingReading.of(new Item(new SettingKey(kind, name), Optional.of(desired)), settings);
    }

    /** Why a value must not be written: the old one would not bring back what it costs. */
    Optional<String> refusal(SettingReading reading) {
        Optional<Integer> mtu = mtu(reading);
        if (mtu.isEmpty()) {
            return Optional.empty();
        }
        String name = reading.item().key().subject();
        if (bridges.contains(name)) {
            return Optional.of(reading.shortfall() + ", and is not set: " + name + " is a bridge, which follows the MTU"
                    + " of its ports until its own is set, and never again; set that of its ports");
        }
        return Stream.concat(Stream.of(name), bridges.stream())
                .filter(withIpv6::contains)
                .filter(_ -> mtu.get() < IPV6_LEAST)
                .findFirst()
                .map(lost -> reading.shortfall() + ", and is not set: below " + IPV6_LEAST + " bytes the kernel removes"
                        + " the IPv6 addresses of " + lost + ", which the old MTU does not bring back; ask for at"
                        + " least " + IPV6_LEAST);
    }
}
