package io.jgbench.coordination.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.pairs.LossPlace.Way;
import io.jgbench.coordination.protocol.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LossPlaceTest {
    private static final long SENT = 100_000;

    private final Map<String, Map<String, Long>> counters = new HashMap<>();
    private List<String> members = named(4);

    @Test
    void whatOneMissesOfAllWasLostOnTheWayIntoIt() {
        allSend();
        missed(0, 1, 1_000);
        missed(2, 1, 1_100);
        missed(3, 1, 900);
        missed(1, 2, 50);

        var place = place();
        assertThat(place.way()).isEqualTo(Way.INTO);
        assertThat(place.member()).contains("member-1");
        assertThat(place.where() + ": " + place.amount() + ", "
                        + place.otherEnds().orElseThrow())
                .isEqualTo("on the way into member-1: 3,000 of 300,000 messages (1.00 %), from member-2 1,100,"
                        + " member-0 1,000, member-3 900");
    }

    @Test
    void whatAllMissOfOneWasLostOnTheWayOutOfIt() {
        allSend();
        missed(2, 0, 1_000);
        missed(2, 1, 1_000);
        missed(2, 3, 1_000);

        var place = place();
        assertThat(place.where()).isEqualTo("on the way out of member-2");
        assertThat(place.concerns("member-3")).isTrue();
        assertThat(place.concerns("member-2")).isFalse();
    }

    @Test
    void lossesThatOthersCauseElsewhereDoNotHideWhereTheyBegan() {
        // recorded: 1 % of the frames that leave member-2 are lost, of which 44 make a datagram
        long[][] sent = {
            {0, 25_578, 25_540, 25_558},
            {32_149, 0, 32_124, 32_145},
            {4_335, 4_343, 0, 4_327},
            {21_248, 21_257, 21_222, 0}
        };
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                count(to, Counters.MESSAGES_FROM, from, sent[from][to]);
            }
        }
        missed(1, 0, 989);
        missed(2, 0, 761);
        missed(2, 1, 822);
        missed(2, 3, 1_430);
        missed(0, 1, 3);

        assertThat(place().where()).isEqualTo("on the way out of member-2");
    }

    @Test
    void senderOfMostThatAReceiverGetsIsNotWhereItsLinkLoses() {
        allSend();
        count(1, Counters.MESSAGES_FROM, 0, 10 * SENT);
        missed(0, 1, 10_000);
        missed(2, 1, 1_000);
        missed(3, 1, 1_000);

        assertThat(place().where()).isEqualTo("on the way into member-1");
    }

    @Test
    void twoReceiversThatLoseAlikeAreSeveralWays() {
        allSend();
        for (int from : List.of(0, 2, 3)) {
            missed(from, 1, 1_000);
        }
        for (int from : List.of(0, 1, 2)) {
            missed(from, 3, 1_000);
        }

        assertThat(place().way()).isEqualTo(Way.SEVERAL);
    }

    @Test
    void twoReceiversThatLoseAlikeAreSeveralWaysHoweverManyOthersLoseNothing() {
        members = named(8);
        allSend();
        for (int from = 0; from < 8; from++) {
            missed(from, 1, 1_020);
            missed(from, 2, 980);
        }

        assertThat(place().where()).isEqualTo("between members");
        assertThat(place().otherEnds()).contains("to member-1 7,140, member-2 6,860");
    }

    @Test
    void twoSendersThatLoseAlikeAreSeveralWaysHoweverManyOthersLoseNothing() {
        members = named(8);
        allSend();
        for (int to = 0; to < 8; to++) {
            missed(1, to, 1_020);
            missed(2, to, 980);
        }

        assertThat(place().way()).isEqualTo(Way.SEVERAL);
    }

    @Test
    void fewLossesAtOneThatReceivesLittleDoNotHideWhereMostWas() {
        allSend();
        for (int from : List.of(0, 2, 3)) {
            missed(from, 1, 1_000);
        }
        for (int from : List.of(0, 1, 2)) {
            count(3, Counters.MESSAGES_FROM, from, 100);
        }
        missed(0, 3, 2);

        assertThat(place().where()).isEqualTo("on the way into member-1");
    }

    @Test
    void whatOneMissesOfOneThoughNeitherMissesMoreWasLostBetweenThem() {
        allSend();
        missed(2, 0, 1_000);
        missed(3, 0, 10);

        assertThat(place().where()).isEqualTo("on the way from member-2 to member-0");
    }

    /** A datagram of 44 frames is lost with any of them, a credit has one frame. */
    @Test
    void whatAReceiverMissesOfSmallMessagesTellsOfItsLinkThoughLargeOnesAreLostMoreOften() {
        members = named(8);
        allSendLittle();
        for (int to = 1; to < 8; to++) {
            count(to, Counters.MESSAGES_FROM, 0, 300_000);
        }
        missed(0, 1, 108_000);
        for (int from = 2; from < 8; from++) {
            missed(from, 1, 60);
        }

        assertThat(place().where()).isEqualTo("on the way into member-1");
    }

    @Test
    void fewLossesOfSmallMessagesTellNothingOfTheLink() {
        members = named(8);
        allSendLittle();
        for (int to = 1; to < 8; to++) {
            count(to, Counters.MESSAGES_FROM, 0, 300_000);
        }
        missed(0, 1, 108_000);
        missed(4, 1, 7);

        assertThat(place().where()).isEqualTo("on the way from member-0 to member-1");
    }

    /** What is sent again crowds out what others send, so that some of that is missing as well. */
    @Test
    void lossesBetweenTwoThatMakeOthersLoseAreBetweenThem() {
        allSend();
        for (int to : List.of(0, 1, 3)) {
            count(to, Counters.MESSAGES_FROM, 2, 20_000);
        }
        missed(2, 0, 5_000);
        missed(1, 0, 900);

        assertThat(place().where()).isEqualTo("on the way from member-2 to member-0");
    }

    @Test
    void receiverThatMissesMessagesOfTheOnlySenderIsTheOneThatOthersAreNot() {
        sent(0, 1);
        sent(0, 2);
        sent(0, 3);
        missed(0, 1, 1_000);

        assertThat(place().where()).isEqualTo("on the way into member-1");
    }

    @Test
    void lossesBetweenTheOnlyTwoAreBetweenThem() {
        sent(0, 1);
        missed(0, 1, 1_000);

        assertThat(place().where()).isEqualTo("on the way from member-0 to member-1");
    }

    @Test
    void lossesHereAndThereAreOnSeveralWays() {
        allSend();
        missed(0, 1, 30);
        missed(2, 3, 20);
        missed(1, 0, 10);

        assertThat(place().where()).isEqualTo("between members");
        assertThat(place().otherEnds()).contains("to member-1 30, member-3 20, member-0 10");
        assertThat(place().member()).isEmpty();
    }

    @Test
    void fewLossesTellNothingOfTheWay() {
        allSend();
        missed(0, 1, 19);

        assertThat(place().where()).isEqualTo("between members");
    }

    @Test
    void smallPartOfWhatWasSentTellsNothingOfTheWay() {
        allSend();
        missed(0, 1, 99);
        missed(2, 1, 99);
        missed(3, 1, 99);

        assertThat(place().where()).isEqualTo("between members");
    }

    /** What one receiver misses of others beside that may have filled its memory for fragments. */
    @Test
    void whatAllMissOfOneWasLostOnTheWayOutOfItWhateverIsLostElsewhere() {
        allSend();
        for (int to : List.of(0, 1, 3)) {
            missed(2, to, 1_000);
        }
        missed(0, 1, 20_000);

        assertThat(place().where()).isNotEqualTo("on the way out of member-2");
        assertThat(matrix().messagesMissedByAll(0.01)).singleElement().satisfies(out -> {
            assertThat(out.where()).isEqualTo("on the way out of member-2");
            assertThat(out.amount()).isEqualTo("3,000 of 300,000 messages (1.00 %)");
        });
        assertThat(matrix().messagesMissedByAll(0.0101)).isEmpty();
    }

    @Test
    void whatTheOnlyReceiverMissesIsNotMissedByAll() {
        members = named(2);
        allSend();
        missed(0, 1, 1_000);

        assertThat(matrix().messagesMissedByAll(0.001)).isEmpty();
    }

    @Test
    void receiverThatMissesOfOneAloneDoesNotMissOfSeveral() {
        allSend();
        missed(0, 1, 1_000);
        missed(2, 1, 100);
        missed(0, 2, 1_000);
        missed(1, 2, 1_000);
        missed(0, 3, 9);
        missed(1, 3, 9);

        assertThat(List.of(0, 1, 2, 3))
                .filteredOn(member -> matrix().missMessagesOfSeveral(List.of("member-" + member)))
                .as("of those that miss 20 or more")
                .containsExactly(2);
    }

    @Test
    void withoutLossesThereIsNoPlace() {
        allSend();

        assertThat(matrix().losses()).isEmpty();
        assertThat(matrix().knowsLosses()).isTrue();
    }

    @Test
    void segmentsThatHadComeWereNotLost() {
        for (int from : List.of(0, 2, 3)) {
            count(from, Counters.TCP_SEGMENTS_TO, 1, SENT);
            count(from, Counters.TCP_RESENT_TO, 1, 600);
            count(from, Counters.TCP_NEEDLESSLY_RESENT_TO, 1, 500);
        }

        assertThat(place().amount()).isEqualTo("300 of 300,000 TCP segments (0.10 %)");
        assertThat(place().where()).isEqualTo("on the way into member-1");
    }

    @Test
    void memberThatOthersWaitForIsTheAwaitedOne() {
        allSend();
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                count(from, Counters.WAITED_FOR_NANOS, to, to == 1 ? 1_000 : 100);
            }
        }

        assertThat(matrix().awaitedForCredits())
                .hasValueSatisfying(most -> assertThat(most.member()).isEqualTo("member-1"));
        assertThat(matrix().awaitedForRoom()).isEmpty();
    }

    @Test
    void matrixOfManyMembersKeepsTheWorstWays() {
        List<String> many = named(40);
        for (String to : many) {
            many.stream()
                    .filter(from -> !from.equals(to))
                    .forEach(from -> counters.computeIfAbsent(to, _ -> new HashMap<>())
                            .put(Counters.MESSAGES_FROM + from, SENT));
        }
        missed(7, 39, 5);

        var bounded = PairMatrix.of(many, counters).bounded();
        assertThat(bounded.worst()).hasSize(PairMatrix.MOST);
        assertThat(bounded.leftOut()).isEqualTo(40 * 39 - PairMatrix.MOST);
        assertThat(bounded.worst()).anySatisfy(pair -> {
            assertThat(pair.from()).isEqualTo("member-7");
            assertThat(pair.missedMessages()).contains(5L);
        });
    }

    private static List<String> named(int members) {
        return IntStream.range(0, members).mapToObj(index -> "member-" + index).toList();
    }

    private void allSend() {
        for (int from = 0; from < members.size(); from++) {
            for (int to = 0; to < members.size(); to++) {
                if (from != to) {
                    sent(from, to);
                }
            }
        }
    }

    private void allSendLittle() {
        for (int from = 0; from < members.size(); from++) {
            for (int to = 0; to < members.size(); to++) {
                count(to, Counters.MESSAGES_FROM, from, 6_000);
            }
        }
    }

    private void sent(int from, int to) {
        count(to, Counters.MESSAGES_FROM, from, SENT);
    }

    private void missed(int from, int to, long messages) {
        count(to, Counters.MISSED_FROM, from, messages);
    }

    private void count(int member, String counter, int other, long value) {
        counters.computeIfAbsent("member-" + member, _ -> new HashMap<>()).put(counter + "member-" + other, value);
    }

    private PairMatrix matrix() {
        return PairMatrix.of(members, counters);
    }

    private LossPlace place() {
        return matrix().losses().orElseThrow();
    }
}
