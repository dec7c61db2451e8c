package io.jgbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinkQueryTest {
    private static final int NO_INTERFACE = Integer.MAX_VALUE;

    private final LinkQuery query = new LinkQuery();

    @Test
    void loopbackMissesNoFrames() throws Exception {
        assertThat(query.missedFrames(loopback())).hasValue(0);
    }

    @Test
    void loopbackHasNeverLostItsCarrier() throws Exception {
        assertThat(query.carrierLosses(loopback())).hasValue(0);
    }

    @Test
    void interfaceWithoutAQueueAnswersAtOnceThatItCountsNothingOrNone() throws Exception {
        assertThat(dropsOf(loopback())).isZero();
    }

    private long dropsOf(int index) throws KernelCallException {
        try {
            return query.queueDrops(index).orElse(0);
        } catch (KernelCallException e) {
            assertThat(e.error()).isPositive();
            return 0;
        }
    }

    @Test
    void interfaceThatIsNotThereIsSaidNotToBeKnown() {
        assertThatThrownBy(() -> query.missedFrames(NO_INTERFACE)).hasMessage("the kernel does not know the interface");
        assertThatThrownBy(() -> query.queueDrops(NO_INTERFACE)).isInstanceOf(KernelCallException.class);
    }

    private static int loopback() throws Exception {
        return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                .getIndex();
    }
}
