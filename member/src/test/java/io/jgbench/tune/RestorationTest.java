package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.tune.HostState.Change;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The two bounds of a kernel's memory for fragments, of which it refuses a low one above the high one. */
class RestorationTest {
    private static final SettingKey LOW = SettingKey.sysctl("net.ipv4.ipfrag_low_thresh");
    private static final SettingKey HIGH = SettingKey.sysctl("net.ipv4.ipfrag_high_thresh");

    private final Map<SettingKey, Integer> kernel = new HashMap<>();
    private final Restoration restoration =
            new Restoration(Bound::new, new LinkWatch(_ -> true, new StopSignal()), Duration.ZERO);

    @Test
    void settingsThatBoundEachOtherArePutBackInWhicheverOrderTheyWereSet() {
        kernel.putAll(Map.of(LOW, 100, HIGH, 200));

        restoration.restore(List.of(new Change(LOW, "3000", "100"), new Change(HIGH, "4000", "200")), false);

        assertThat(restoration.result().problems()).isEmpty();
        assertThat(restoration.remaining()).isEmpty();
        assertThat(kernel).containsEntry(LOW, 3000).containsEntry(HIGH, 4000);
    }

    @Test
    void settingThatTheKernelRefusesForGoodIsNamedOnceTheOthersArePutBack() {
        kernel.putAll(Map.of(LOW, 100, HIGH, 200));

        restoration.restore(List.of(new Change(LOW, "5000", "100"), new Change(HIGH, "4000", "200")), false);

        assertThat(kernel).containsEntry(LOW, 100).containsEntry(HIGH, 4000);
        assertThat(restoration.remaining()).extracting(Change::key).containsExactly(LOW);
        assertThat(restoration.result().problems().get(LOW.name()))
                .isEqualTo("net.ipv4.ipfrag_low_thresh cannot be put back to 5000: it refuses 5000, more than 4000;"
                        + " the host's administrator can, with sysctl 5000");
    }

    /** One of the two. */
    private final class Bound implements HostSetting {
        private final SettingKey key;

        Bound(SettingKey key) {
            this.key = key;
        }

        @Override
        public String read() {
            return kernel.get(key).toString();
        }

        @Override
        public void write(String value) throws SettingException {
            int asked = Integer.parseInt(value);
            if (key.equals(LOW) && asked > kernel.get(HIGH)) {
                throw SettingException.refused("it refuses " + asked + ", more than " + kernel.get(HIGH), null);
            }
            if (key.equals(HIGH) && asked < kernel.get(LOW)) {
                throw SettingException.refused("it refuses " + asked + ", less than " + kernel.get(LOW), null);
            }
            kernel.put(key, asked);
        }

        @Override
        public String command(String value) {
            return "sysctl " + value;
        }
    }
}
