package io.jgbench.coordination.workload.rpc;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.Accounts;
import java.util.List;

/**
 * Where every request of a run went, and every call that the requests were made of.
 *
 * @param requests requests that the members had to make, together
 * @param done requests that were answered
 * @param timedOut requests that were not answered in time
 * @param failed requests that could not be sent or were answered wrongly
 * @param callsSent calls that were handed to the transport
 * @param callsServed calls that reached a member and were answered by it
 * @param callsAnswered calls whose answer came before their request was given up
 * @param answersLate answers that came after the call was given up
 */
@JsonTypeName("Rpc")
public record RpcAccounts(
        long requests,
        long done,
        long timedOut,
        long failed,
        long callsSent,
        long callsServed,
        long callsAnswered,
        long answersLate)
        implements Accounts {

    /** Adds the reports up. */
    public static RpcAccounts of(List<RpcReport> reports) {
        return new RpcAccounts(
                reports.stream().mapToLong(RpcReport::requests).sum(),
                reports.stream().mapToLong(RpcReport::requestsDone).sum(),
                reports.stream().mapToLong(RpcReport::timedOut).sum(),
                reports.stream().mapToLong(RpcReport::failed).sum(),
                reports.stream().mapToLong(RpcReport::callsSent).sum(),
                reports.stream().mapToLong(RpcReport::callsServed).sum(),
                reports.stream().mapToLong(RpcReport::callsAnswered).sum(),
                reports.stream().mapToLong(RpcReport::answersLate).sum());
    }

    /**
     * Whether requests = done + timed out + failed, and calls answered ≤ served ≤ sent, all equal where no request
     * timed out or failed.
     */
    @Override
    public boolean addUp() {
        long lost = timedOut + failed;
        boolean ordered = callsAnswered + answersLate <= callsServed && callsServed <= callsSent;
        return requests == done + lost && ordered && (lost > 0 || callsAnswered == callsSent);
    }

    @Override
    public long expectedUnits() {
        return requests;
    }

    @Override
    public long doneUnits() {
        return done;
    }

    @Override
    public long lostUnits() {
        return timedOut + failed;
    }
}
