package io.jgbench.operator.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each member its ports. A node is one run's at a time, so the ports are the same in every run; members that share
 * a node have one after the other.
 *
 * @param bindPort the first port of transports where the run does not name one
 * @param controlPort the first port of control servers
 */
public record Seating(int bindPort, int controlPort) {

    /**
     * Places the members.
     *
     * @param byMember the members' nodes, by index; each has an address
     * @param givenBindPort the first port as the run names it, 0 if it does not
     */
    public List<Seat> seats(List<NodeView> byMember, int givenBindPort) {
        Map<String, Integer> seated = new HashMap<>();
        List<Seat> seats = new ArrayList<>();
        for (int i = 0; i < byMember.size(); i++) {
            NodeView node = byMember.get(i);
            int onNode = seated.merge(node.name(), 1, Integer::sum) - 1;
            seats.add(new Seat(
                    i,
                    "member-" + i,
                    node.name(),
                    node.address().orElseThrow(),
                    (givenBindPort == 0 ? bindPort : givenBindPort) + onNode,
                    controlPort + onNode));
        }
        return seats;
    }
}
