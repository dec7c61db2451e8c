package io.jgbench.rpctest;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import java.util.List;
import java.util.Optional;

/** What the members tell each other beside the calls; each goes to all of them. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RpcTestMessage.ConfigQuestion.class, name = "config?"),
    @JsonSubTypes.Type(value = RpcTestMessage.ConfigAnswer.class, name = "config"),
    @JsonSubTypes.Type(value = RpcTestMessage.Change.class, name = "change"),
    @JsonSubTypes.Type(value = RpcTestMessage.Prepare.class, name = "prepare"),
    @JsonSubTypes.Type(value = RpcTestMessage.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = RpcTestMessage.Go.class, name = "go"),
    @JsonSubTypes.Type(value = RpcTestMessage.Result.class, name = "result")
})
sealed interface RpcTestMessage {

    /** The name of the member that says it. */
    String from();

    /** What do you do? A member that has just joined asks the first one. */
    record ConfigQuestion(String from) implements RpcTestMessage {}

    /** This; the answer to {@code to}'s question. */
    record ConfigAnswer(String from, String to, RpcTestConfig config) implements RpcTestMessage {}

    /** Do this from now on. */
    record Change(String from, RpcTestConfig config) implements RpcTestMessage {}

    /**
     * Get ready to be called.
     *
     * @param run the run's number, which is random
     * @param members all members in the order of the view, in which they have their numbers
     */
    record Prepare(String from, long run, List<String> members, RpcTestConfig config) implements RpcTestMessage {}

    /**
     * I can be called.
     *
     * @param refusal why not, if not
     */
    record Ready(String from, long run, Optional<String> refusal) implements RpcTestMessage {}

    /** All can be called: begin. */
    record Go(String from, long run) implements RpcTestMessage {}

    /**
     * What I saw.
     *
     * @param elapsedNanos how long the requests took
     * @param failure why not all were made
     */
    record Result(String from, long run, RpcReport report, long elapsedNanos, Optional<String> failure)
            implements RpcTestMessage {

        /** Of a member that made no request. */
        static Result notBegun(String from, long run, String why) {
            var nothing = RpcReportBuilder.builder()
                    .requests(0)
                    .readsDone(0)
                    .writesDone(0)
                    .timedOut(0)
                    .failed(0)
                    .callsSent(0)
                    .callsAnswered(0)
                    .answersLate(0)
                    .callsServed(0)
                    .payloadBytes(0)
                    .latencyFrom(LatencyFrom.SEND)
                    .endedAtEpochNanos(0)
                    .readHistogram("")
                    .writeHistogram("")
                    .samples(List.of())
                    .build();
            return new Result(from, run, nothing, 0, Optional.of(why));
        }
    }
}
