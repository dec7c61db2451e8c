package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code kubectl auth can-i --list} answers, less what every account may do: ask who it is and what it may. */
@OperatorTest
class AccessTest {
    private static final String OPERATOR = "system:serviceaccount:" + Installation.NAMESPACE + ":jgbench-operator";
    private static final String MEMBER = "system:serviceaccount:" + Installation.RUNS + ":jgbench-member";

    @Test
    void operatorMayDoThisInTheNamespaceOfRuns(Lab lab) {
        assertThat(granted(lab, OPERATOR, Installation.RUNS))
                .containsExactlyInAnyOrder(
                        "benchmarkruns.jgbench.io [get list watch create patch delete]",
                        "benchmarkruns.jgbench.io/status [patch]",
                        "benchmarksuites.jgbench.io [get list watch]",
                        "benchmarksuites.jgbench.io/status [patch]",
                        "pods [get list watch create patch delete]",
                        "pods/log [get]",
                        "configmaps [get list create patch delete deletecollection]",
                        "secrets [get create delete deletecollection]",
                        "events [create]",
                        "nodes [list watch]",
                        "namespaces [get]");
    }

    @Test
    void operatorMayUseLeasesWhereItIsAndNothingElsewhere(Lab lab) {
        assertThat(granted(lab, OPERATOR, Installation.NAMESPACE))
                .containsExactlyInAnyOrder(
                        "leases.coordination.k8s.io [get list create patch update delete deletecollection]",
                        "nodes [list watch]",
                        "namespaces [get]");
        assertThat(granted(lab, OPERATOR, "kube-system"))
                .containsExactlyInAnyOrder("nodes [list watch]", "namespaces [get]");
    }

    @Test
    void memberMayListPodsWhereItIsAndNothingElse(Lab lab) {
        assertThat(granted(lab, MEMBER, Installation.RUNS)).containsExactly("pods [list]");
        assertThat(granted(lab, MEMBER, Installation.NAMESPACE)).isEmpty();
    }

    private static List<String> granted(Lab lab, String account, String namespace) {
        return lab.kubectlIn(namespace, "auth", "can-i", "--list", "--no-headers", "--as", account)
                .orFail()
                .lines()
                .map(line -> line.strip().split("\\s{2,}"))
                .filter(cells -> isNoneOfEverybodys(cells[0]))
                .map(cells -> cells[0] + " " + cells[cells.length - 1])
                .toList();
    }

    /** URLs such as {@code /healthz}, which stand in the second column, and reviews of one's own rights. */
    private static boolean isNoneOfEverybodys(String resource) {
        return !resource.startsWith("[")
                && Arrays.stream(new String[] {"authentication.k8s.io", "authorization.k8s.io"})
                        .noneMatch(resource::endsWith);
    }
}
