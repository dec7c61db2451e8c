package io.jgbench.coordination.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one member sent and received at a port beside its transport's own. Counts are by the members' indexes; they are
 * absent of a port to which members connect.
 *
 * @param user what uses the port, in the words of a sentence, such as {@code FD_SOCK2}; the same at all members
 * @param number the member's own port, 0 if it has none
 * @param open whether the member listened there; not where another program has the port
 * @param fullBytes the size of large packets as IP packets, headers included; 0 if none is sent
 * @param sent small packets to each member
 * @param sentFull packets of {@code fullBytes} to each member
 * @param received small packets of each member
 * @param receivedFull packets of {@code fullBytes} of each member
 * @param receiveDrops datagrams to this port that its socket's buffer had no room for; 0 where the system does not tell
 * @param failures connections that could not be made
 */
public record PortReport(
        String user,
        int number,
        boolean open,
        int fullBytes,
        List<Integer> sent,
        List<Integer> sentFull,
        List<Integer> received,
        List<Integer> receivedFull,
        @AddedLater long receiveDrops,
        List<ConnectFailure> failures) {

    /** Refuses nulls and copies the lists. */
    public PortReport {
        Objects.requireNonNull(user, "user");
        sent = List.copyOf(sent);
        sentFull = List.copyOf(sentFull);
        received = List.copyOf(received);
        receivedFull = List.copyOf(receivedFull);
        failures = List.copyOf(failures);
    }

    /**
     * Connections that failed for one reason.
     *
     * @param why the reason, in a few words
     * @param to the members that they should have reached, by index
     */
    public record ConnectFailure(String why, List<Integer> to) {

        /** Refuses nulls and copies the list. */
        public ConnectFailure {
            Objects.requireNonNull(why, "why");
            to = List.copyOf(to);
        }
    }

    /** Small packets that it sent to a member. */
    public int sentTo(int member) {
        return count(sent, member);
    }

    /** Large packets that it sent to a member. */
    public int sentFullTo(int member) {
        return count(sentFull, member);
    }

    /** Small packets that it received of a member. */
    public int receivedFrom(int member) {
        return count(received, member);
    }

    /** Large packets that it received of a member. */
    public int receivedFullFrom(int member) {
        return count(receivedFull, member);
    }

    /** Why no connection to a member could be made; empty if one was, or none was tried. */
    public Optional<String> connectFailure(int member) {
        return failures.stream()
                .filter(failure -> failure.to().contains(member))
                .map(ConnectFailure::why)
                .findFirst();
    }

    private static int count(List<Integer> counts, int member) {
        return member < counts.size() ? counts.get(member) : 0;
    }
}
