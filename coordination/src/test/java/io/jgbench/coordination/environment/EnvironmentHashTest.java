package io.jgbench.coordination.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class EnvironmentHashTest {
    private static final Map<String, String> HOST = Map.of(
            HostFact.KERNEL.label(),
            "6.18",
            HostFact.MTU.label(),
            "1500",
            "net.ipv4.tcp_congestion_control",
            "cubic",
            HostFact.HOST_NAME.label(),
            "a",
            HostFact.CPU_MHZ.label(),
            "2000 to 2100",
            HostFact.MEMORY_AVAILABLE_BYTES.label(),
            "17");

    @Property
    void orderOfFactsHasNoSay(@ForAll("hosts") Map<String, String> host, @ForAll long seed) {
        List<Map.Entry<String, String>> shuffled = new ArrayList<>(host.entrySet());
        Collections.shuffle(shuffled, new Random(seed));
        Map<String, String> other = new LinkedHashMap<>();
        shuffled.forEach(fact -> other.put(fact.getKey(), fact.getValue()));

        assertThat(hash(other)).isEqualTo(hash(host));
    }

    @Property
    void everyFactThatShouldBeEqualChangesItAndNoOtherDoes(@ForAll HostFact fact) {
        String name = fact.label().replace("*", ".one");
        boolean changes = !hash(with(name, "another")).equals(hash(with(name, "one")));

        assertThat(changes).isEqualTo(fact.whyItMayDiffer().isEmpty());
    }

    @Provide
    Arbitrary<Map<String, String>> hosts() {
        Arbitrary<String> names =
                Arbitraries.of(HostFact.values()).map(fact -> fact.label().replace("*", ".x"));
        return Arbitraries.maps(names, Arbitraries.strings().ofMaxLength(20)).ofMaxSize(30);
    }

    @Test
    void equalHostsCountOnceSoThatMoreOfThemHaveTheSameHash() {
        assertThat(hash(List.of(HOST, HOST, HOST))).isEqualTo(hash(HOST));
    }

    @Test
    void whereHostsDifferItCountsWhichMemberStandsOnWhich() {
        Map<String, String> other = with(HostFact.MTU.label(), "9000");

        assertThat(hash(List.of(HOST, other)))
                .isNotEqualTo(hash(List.of(other, HOST)))
                .isNotEqualTo(hash(HOST));
    }

    @Test
    void whatCouldNotBeReadHasNoSayWhateverTheReason() {
        String name = HostFact.CPU_GOVERNOR.label();

        assertThat(hash(with(name, HostSnapshot.absent("there is no file"))))
                .isEqualTo(hash(with(name, HostSnapshot.absent("it may not be read"))))
                .isEqualTo(hash(HOST))
                .isNotEqualTo(hash(with(name, "performance")));
    }

    @Test
    void howManyCpusAPodHasCountsAndWhichOnesItWasGivenDoesNot() {
        assertThat(hash(onCpus("2-5", 4))).isEqualTo(hash(onCpus("6-9", 4))).isNotEqualTo(hash(onCpus("2-7", 6)));
    }

    @Test
    void whatTheKernelKeptOfTheMemoryAtBootHasNoSayAndTheMemoryItselfHas() {
        assertThat(hash(withMemory("25276502016", "24", "575799 767734 1151598")))
                .isEqualTo(hash(withMemory("25276510208", "24", "575800 767735 1151600")))
                .isNotEqualTo(hash(withMemory("33668104192", "32", "575799 767734 1151598")));
    }

    private static Map<String, String> withMemory(String bytes, String gibibytes, String socketPages) {
        return Map.of(
                HostFact.MEMORY_BYTES.label(),
                bytes,
                HostFact.MEMORY_GIBIBYTES.label(),
                gibibytes,
                "net.ipv4.tcp_mem",
                socketPages,
                "net.ipv4.udp_mem",
                socketPages);
    }

    @Test
    void lineBreakInAValueMakesNoSecondFact() {
        assertThat(hash(Map.of("net.a", "1\nnet.b=2"))).isNotEqualTo(hash(Map.of("net.a", "1", "net.b", "2")));
    }

    @Test
    void hostsThatSayNothingHaveNone() {
        assertThat(EnvironmentHash.of(List.of())).isEmpty();
        assertThat(EnvironmentHash.of(List.of(HostSnapshot.of(Map.of(HostFact.HOST_NAME.label(), "a")))))
                .isEmpty();
    }

    private static Map<String, String> onCpus(String list, int number) {
        return Map.of(
                HostFact.CPUS.label(),
                Integer.toString(number),
                HostFact.USABLE_CPUS.label(),
                list,
                HostFact.CONTAINER_CPU_SET.label(),
                list);
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> changed = new HashMap<>(HOST);
        changed.put(name, value);
        return changed;
    }

    private static String hash(Map<String, String> host) {
        return hash(List.of(host));
    }

    private static String hash(List<Map<String, String>> hosts) {
        return EnvironmentHash.of(hosts.stream().map(HostSnapshot::of).toList()).orElse("none");
    }
}
