package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Peer;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.View;

/** JGroups' addresses of the members by their index: as planned, or else by their place in the view. */
final class MemberAddresses {
    private final List<Peer> peers;

    /** Replaced with each view, never changed. */
    private volatile Address[] addresses = {};

    /** For planned members, or an empty list where they are not. */
    MemberAddresses(List<Peer> peers) {
        this.peers = peers;
    }

    /** A view was installed. */
    void viewAccepted(View view) {
        Address[] members = view.getMembersRaw();
        if (peers.isEmpty()) {
            addresses = members.clone();
            return;
        }
        Address[] planned = new Address[peers.size()];
        for (Address member : members) {
            MemberAddress.index(member)
                    .filter(index -> index < planned.length)
                    .ifPresent(index -> planned[index] = member);
        }
        addresses = planned;
    }

    /** A member's address, null if it is not there. */
    Address of(int member) {
        Address[] current = addresses;
        return member >= 0 && member < current.length ? current[member] : null;
    }
}
