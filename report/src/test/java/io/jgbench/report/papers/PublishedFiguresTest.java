package io.jgbench.report.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.report.TestResults;
import io.jgbench.report.papers.PublishedPoint.Range;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedFiguresTest {
    private static final PublishedFigures KNOWN = PublishedFigures.known();

    @Test
    void allPapersAreKnown() {
        assertThat(KNOWN.points())
                .extracting(PublishedPoint::paper)
                .contains("perfTest2006", "perfTest2008", "homeCluster2011", "unicastRpcDist2011", "flowControl2008");
    }

    @Test
    void throughputAndRateAreTheSameFigureInTwoUnits() {
        var point = KNOWN.points().stream()
                .filter(each -> each.paper().equals("homeCluster2011")
                        && each.messageBytes().contains(5000))
                .findFirst()
                .orElseThrow();

        assertThat(point.unitsPerSecond()).isEqualTo(new Range(30_600, 30_600));
        assertThat(point.bytesPerSecond(5000)).isEqualTo(new Range(153_000_000, 153_000_000));
        assertThat(point.lineBytesPerSecond()).isEqualTo(125_000_000);
    }

    @Test
    void besideARunStandWhatHasItsMembersSendersSizeAndKindOfStack() {
        var shape = new PublishedShape(WorkloadSettings.Type.MULTICAST, 4, 4, BaseTransport.UDP, 1000);

        assertThat(KNOWN.beside(shape))
                .extracting(PublishedPoint::paper)
                .containsExactlyInAnyOrder(
                        "perfTest2006",
                        "perfTest2008",
                        "homeCluster2011",
                        "flowControl2008",
                        "flowControl2008",
                        "flowControl2008");
        assertThat(KNOWN.beside(new PublishedShape(WorkloadSettings.Type.MULTICAST, 4, 3, BaseTransport.UDP, 1000)))
                .isEmpty();
        assertThat(KNOWN.beside(new PublishedShape(WorkloadSettings.Type.MULTICAST, 5, 5, BaseTransport.UDP, 1000)))
                .isEmpty();
        assertThat(KNOWN.beside(new PublishedShape(WorkloadSettings.Type.RPC, 4, 4, BaseTransport.TCP, 1000)))
                .extracting(PublishedPoint::paper)
                .containsExactly("unicastRpcDist2011");
    }

    @Test
    void kindOfStackIsThatOfItsLowestProtocol() {
        assertThat(BaseTransport.of(new Stack("mine", "<config><UDP/><PING/></config>")))
                .contains(BaseTransport.UDP);
        assertThat(BaseTransport.of(new Stack("mine", "<config><TCP_NIO2/><TCPPING/></config>")))
                .contains(BaseTransport.TCP);
        assertThat(BaseTransport.of(new Stack("mine", "<config><SHARED_LOOPBACK/></config>")))
                .isEmpty();
        assertThat(BaseTransport.of(new Stack("mine", "<config/>"))).isEmpty();
        assertThat(BaseTransport.of(new Stack("mine", "no XML"))).isEmpty();
    }

    @Test
    void runWithoutJGroupsHasNothingBesideIt() {
        var run = new TestResults()
                .rawUdp()
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result();

        assertThat(PublishedShape.of(run.spec())).isEmpty();
    }
}
