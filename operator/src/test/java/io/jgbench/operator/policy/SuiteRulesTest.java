package io.jgbench.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.plan.StackTexts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteRulesTest {
    private static final String TWO_CELLS = "template: {members: 2, messages: 1, messageSize: 1k}, axes: [{name: size,"
            + " path: messageSize, values: [1k, 2k]}]";

    @ParameterizedTest
    @ValueSource(strings = {"rounds: 10", "rounds: 1000", "budget: 168h", "budget: 1m"})
    void whatASuiteAsksForIsAllowedByDefault(String more) throws InvalidSpecException {
        assertThat(new SuiteRules(RunPolicy.defaults()).problems(suite(more))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"visits\": 19} | rounds: 10 | spec.rounds times cells must be at most 19, got: 10 x 2; |"
                        + " policy.limits.suites.visits",
                "{\"budget\": \"2h\"} | budget: 2h1s | spec.budget must be at most 2h, got: 2h1s; |"
                        + " policy.limits.suites.budget",
                "{} | budget: 169h | spec.budget must be at most 168h, got: 169h; | policy.limits.suites.budget",
            })
    void refusalNamesRuleWhatWasFoundAndWhoCanChangeIt(String limits, String more, String said, String value)
            throws InvalidSpecException {
        assertThat(rules(limits).problems(suite(more)))
                .singleElement()
                .extracting(SpecProblem::sentence)
                .asString()
                .startsWith(said)
                .endsWith("this is the policy of the cluster's admin, who can change it by the chart's value " + value);
    }

    @Test
    void allThatIsNotAllowedIsSaidAtOnce() throws InvalidSpecException {
        assertThat(rules("{\"visits\": 1, \"budget\": \"1h\"}").problems(suite("rounds: 1, budget: 2h")))
                .extracting(SpecProblem::path)
                .containsExactly("spec.rounds", "spec.budget");
    }

    @Test
    void suiteThatNamesNoBudgetHasTheLongestOne() throws InvalidSpecException {
        assertThat(rules("{}").withBudget(suite("rounds: 1")).budget()).hasValue(Duration.ofDays(7));
        assertThat(rules("{}").withBudget(suite("budget: 1h")).budget()).hasValue(Duration.ofHours(1));
    }

    @Test
    void adminMayAllowAnyBudget() throws InvalidSpecException {
        SuiteRules rules = rules("{\"budget\": \"\"}");

        assertThat(rules.problems(suite("budget: 8760h"))).isEmpty();
        assertThat(rules.withBudget(suite("rounds: 1")).budget()).isEmpty();
    }

    @Test
    void limitThatIsNoDurationIsRefusedByItsName() {
        assertThatThrownBy(() -> rules("{\"hold\": \"soon\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limits.suites.hold must be a duration")
                .hasMessageContaining("soon");
    }

    private static SuiteRules rules(String limits) {
        return new SuiteRules(RunPolicy.parse("{\"limits\": {\"suites\": " + limits + "}}"));
    }

    private static SuiteSpec suite(String more) throws InvalidSpecException {
        var runs = new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()));
        return new SuiteResolver(runs)
                .resolve(
                        "grid",
                        SuiteYaml.parsed("grid", TWO_CELLS + ", " + more).getSpec());
    }
}
