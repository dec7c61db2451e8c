package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LookPlanTest {
    private static final ClaimRule RULE = new ClaimRule(0.99, 0.05, true);
    private static final LookPlan PLAN = new LookPlan(RULE, 0.95, 40);

    @Test
    void allLooksTogetherAreWrongNoMoreOftenThanTheRuleAllows() {
        double errors = IntStream.rangeClosed(1, 30)
                .mapToDouble(look -> 1 - PLAN.ruleOf(look).confidence())
                .sum();

        assertThat(errors).isLessThanOrEqualTo(0.01 + 1e-12).isCloseTo(0.01, within(1e-9));
        assertThat(PLAN.ruleOf(1).confidence()).isCloseTo(0.995, within(1e-12));
        assertThat(PLAN.ruleOf(2).minChange()).isEqualTo(0.05);
        assertThatThrownBy(() -> PLAN.ruleOf(0)).hasMessageContaining("got: 0");
    }

    @Test
    void firstLookTakesTheRoundsThatItsOwnConfidenceNeeds() {
        assertThat(PLAN.leastRounds()).isEqualTo(9);
        double[] quiet = ratios(0.001);
        assertThat(PLAN.beforeFirstLook(LookPlan.PILOT, quiet, ones())).isEqualTo(9);
        assertThat(PLAN.needed(LookPlan.PILOT, ratios(0.04), ones()))
                .isGreaterThan(new RoundsNeeded(0.99, 0.95).of(ratios(0.04), ones(), 0.05));
        assertThat(PLAN.beforeFirstLook(LookPlan.PILOT, ratios(0.5), ones())).isEqualTo(40);
    }

    @Test
    void roundsThatWereMeasuredInVainComeOnTop() {
        int needed = PLAN.needed(LookPlan.PILOT, ratios(0.04), ones());

        assertThat(PLAN.needed(LookPlan.PILOT + 3, ratios(0.04), ones())).isEqualTo(needed + 3);
        assertThat(PLAN.beforeFirstLook(LookPlan.PILOT + 3, ratios(0.001), ones()))
                .isEqualTo(12);
        assertThat(PLAN.beforeFirstLook(50, ratios(0.001), ones()))
                .as("measured when more were allowed")
                .isEqualTo(50);
    }

    /** A large change would else seem to be spread. */
    @Test
    void roundsBeforeTheFirstLookDoNotDependOnTheChange() {
        double[] twice = IntStream.range(0, LookPlan.PILOT).mapToDouble(_ -> 2).toArray();

        assertThat(PLAN.needed(LookPlan.PILOT, ratios(0.04), twice))
                .isEqualTo(PLAN.needed(LookPlan.PILOT, ratios(0.04), ones()));
    }

    @Test
    void eachLookTakesHalfAsManyRoundsAgainUpToTheMost() {
        assertThat(PLAN.beforeNextLook(9)).isEqualTo(14);
        assertThat(PLAN.beforeNextLook(14)).isEqualTo(21);
        assertThat(PLAN.beforeNextLook(32)).isEqualTo(40);
        assertThat(PLAN.beforeNextLook(40)).isEqualTo(40);
        assertThat(PLAN.beforeNextLook(50))
                .as("measured when more were allowed")
                .isEqualTo(50);
    }

    private static double[] ones() {
        return IntStream.range(0, LookPlan.PILOT).mapToDouble(_ -> 1).toArray();
    }

    private static double[] ratios(double spread) {
        return IntStream.range(0, LookPlan.PILOT)
                .mapToDouble(i -> 1 + (i % 2 == 0 ? spread : -spread) * (1 + i / 10.0))
                .toArray();
    }
}
