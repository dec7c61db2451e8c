package io.jgbench.report.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.report.OtherWorkloads;
import io.jgbench.report.TestResults;
import io.jgbench.report.papers.PublishedPoint.Range;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        var shape = shape(WorkloadSettings.Type.MULTICAST, 4, 4, BaseTransport.UDP);

        assertThat(KNOWN.beside(shape))
                .extracting(PublishedPoint::paper)
                .containsExactlyInAnyOrder(
                        "perfTest2006",
                        "perfTest2008",
                        "homeCluster2011",
                        "flowControl2008",
                        "flowControl2008",
                        "flowControl2008");
        assertThat(KNOWN.beside(shape(WorkloadSettings.Type.MULTICAST, 4, 3, BaseTransport.UDP)))
                .isEmpty();
        assertThat(KNOWN.beside(shape(WorkloadSettings.Type.MULTICAST, 5, 5, BaseTransport.UDP)))
                .isEmpty();
        assertThat(KNOWN.beside(shape(WorkloadSettings.Type.RPC, 4, 4, BaseTransport.TCP)))
                .extracting(PublishedPoint::paper)
                .containsExactly("unicastRpcDist2011");
    }

    @Test
    void figuresWithFlowControlStandBesideWhatDeclaresTheSame() {
        var shape = shape(WorkloadSettings.Type.MULTICAST, 4, 4, BaseTransport.TCP);

        assertThat(notes(shape.with(Optional.of(FlowControl.ON)))).containsExactly("JGroups 2.7 (2008), 802.3x on");
        assertThat(notes(shape.with(Optional.of(FlowControl.OFF)))).containsExactly("JGroups 2.7 (2008), 802.3x off");
        assertThat(notes(shape)).hasSize(2);
        assertThat(KNOWN.beside(shape.with(Optional.of(FlowControl.ON))))
                .as("papers that do not tell of it")
                .extracting(PublishedPoint::paper)
                .contains("perfTest2006", "perfTest2008");
    }

    private static List<String> notes(PublishedShape shape) {
        return KNOWN.beside(shape).stream()
                .filter(point -> point.paper().equals("flowControl2008"))
                .map(PublishedPoint::label)
                .toList();
    }

    private static PublishedShape shape(WorkloadSettings.Type workload, int members, int senders, BaseTransport stack) {
        return new PublishedShape(workload, members, senders, stack, 1000, Optional.empty());
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
    void runOfRequestsIsSaidToCallOthersAlone() {
        RunSpec requests = OtherWorkloads.rpc(Optional.empty(), List.of()).spec();
        RunSpec messages = new TestResults()
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result()
                .spec();

        assertThat(PublishedFigures.differences(List.of(messages, requests)))
                .contains("A member of the published test could call itself")
                .contains("Here it calls others alone.");
        assertThat(PublishedFigures.differences(List.of(messages))).isEmpty();
    }

    @Test
    void runWhoseSendersHaveSeveralThreadsHasNothingBesideIt() {
        assertThat(PublishedShape.of(spec(1))).isPresent();
        assertThat(PublishedShape.of(spec(2))).isEmpty();
    }

    private static RunSpec spec(int senderThreads) {
        var workload = new MulticastSpec(
                4, RunLength.of(1000), 1000, Warmup.NONE, senderThreads, Duration.ofSeconds(1), Duration.ZERO, 128);
        RunSpec udp = new TestResults()
                .members(4)
                .stack("udp", "<config><UDP/></config>")
                .member(1000, 0, Map.of())
                .result()
                .spec();
        return RunSpecBuilder.builder(udp).workload(workload).build();
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
