package io.jgbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class DriverStatisticsTest {
    private final DriverStatistics statistics = new DriverStatistics();

    @Test
    void loopbacksDriverCountsNothing() throws Exception {
        assertThat(statistics.names("lo")).isEmpty();
    }

    @Test
    void eachNameHasAValue() throws Exception {
        for (String device : devicesThatCount()) {
            List<String> names = statistics.names(device);

            assertThat(names)
                    .doesNotHaveDuplicates()
                    .allSatisfy(name -> assertThat(name).isNotBlank());
            assertThat(statistics.values(device)).hasSameSizeAs(names);
        }
    }

    /** Those of this machine; there may be none. */
    private List<String> devicesThatCount() throws Exception {
        var found = new ArrayList<String>();
        for (var device : NetworkInterface.networkInterfaces().toList()) {
            try {
                if (!statistics.names(device.getName()).isEmpty()) {
                    found.add(device.getName());
                }
            } catch (KernelCallException _) {
                // its driver counts nothing
            }
        }
        return found;
    }
}
