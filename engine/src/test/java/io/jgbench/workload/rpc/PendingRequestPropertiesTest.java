package io.jgbench.workload.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.KindedLong;
import io.jgbench.workload.rpc.PendingRequest.Outcome;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PendingRequestPropertiesTest {
    private static final long NEVER = Long.MAX_VALUE / 2;

    @Property
    void eachTargetCountsOnceWhateverTheOrderOfTheAnswers(
            @ForAll int number,
            @ForAll @IntRange(min = 1, max = 16) int targets,
            @ForAll @Size(max = 64) List<@IntRange(min = 0, max = 15) Integer> answers)
            throws Exception {
        var request = new PendingRequest();
        request.begin(number, targets, NEVER);
        Set<Integer> seen = new HashSet<>();
        for (int target : answers) {
            assertThat(request.answered(number, target, true)).isEqualTo(target < targets && seen.add(target));
            assertThat(request.answered(number + 1, target, true)).isFalse();
        }
        for (int target = 0; target < targets; target++) {
            assertThat(request.answered(number, target, true)).isEqualTo(seen.add(target));
        }
        assertThat(request.await()).isEqualTo(Outcome.DONE);
    }

    @Property
    void requestThatIsGivenUpTakesNoMoreAnswers(@ForAll int number, @ForAll @IntRange(min = 1, max = 16) int targets)
            throws Exception {
        var request = new PendingRequest();
        request.begin(number, targets, 1000);
        request.expire(1000);
        if (targets > 1) {
            assertThat(request.answered(number, 0, true)).isTrue();
        }

        request.expire(1001);

        assertThat(request.await()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(request.answered(number, targets - 1, true)).isFalse();
    }

    @Property
    void oneWrongAnswerMakesTheRequestFail(@ForAll @IntRange(min = 1, max = 16) int targets, @ForAll int seed)
            throws Exception {
        var request = new PendingRequest();
        int wrong = new SplittableRandom(seed).nextInt(targets);
        request.begin(7, targets, NEVER);
        for (int target = 0; target < targets; target++) {
            request.answered(7, target, target != wrong);
        }
        assertThat(request.await()).isEqualTo(Outcome.FAILED);
    }

    @Property
    void targetsAreDistinctOthersOfTheRun(
            @ForAll @IntRange(min = 2, max = 20) int members,
            @ForAll @IntRange(min = 0, max = 15) int count,
            @ForAll long seed) {
        int self = (int) Math.floorMod(seed, (long) members);
        int most = Math.min(Math.max(1, count), members - 1);
        var targets = new Targets(members, self, most, new SplittableRandom(seed));
        for (int i = 0; i < 20; i++) {
            int[] picked = targets.pick(most);
            assertThat(picked).doesNotContain(self).doesNotHaveDuplicates();
            assertThat(Arrays.stream(picked)).allMatch(member -> member >= 0 && member < members);
        }
    }

    @Property
    void memberThatIsAloneCallsItself(@ForAll long seed) {
        assertThat(new Targets(1, 0, 1, new SplittableRandom(seed)).pick(1)).containsExactly(0);
    }

    @Property
    void headerHoldsWhatWasPutIn(
            @ForAll @IntRange(min = 0, max = 15) int kind,
            @ForAll @IntRange(min = 0, max = 4095) int member,
            @ForAll @IntRange(min = 0, max = 4095) int caller,
            @ForAll @IntRange(min = 0, max = 15) int target,
            @ForAll int number) {
        byte[] bytes = new byte[16];
        KindedLong.write(bytes, 3, RpcHeader.of(kind, member, caller, target, number));
        long header = KindedLong.withKind(KindedLong.read(bytes, 3), 15 - kind);

        assertThat(KindedLong.kind(header)).isEqualTo(15 - kind);
        assertThat(RpcHeader.member(header)).isEqualTo(member);
        assertThat(RpcHeader.caller(header)).isEqualTo(caller);
        assertThat(RpcHeader.target(header)).isEqualTo(target);
        assertThat(RpcHeader.number(header)).isEqualTo(number);
    }
}
