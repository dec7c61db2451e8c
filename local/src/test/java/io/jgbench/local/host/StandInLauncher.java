package io.jgbench.local.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A launcher that starts two members, prints its members' process ids and stays. */
final class StandInLauncher {

    private StandInLauncher() {}

    /** Takes {@code processes} or {@code namespaces}. */
    public static void main(String[] args) throws Exception {
        var hosts = args[0].equals("processes")
                ? ProcessHosts.open(2)
                : NamespaceHosts.open(2, LinkSettings.UNLIMITED, System.err::println);
        var members = new ArrayList<MemberHandle>();
        for (int i = 0; i < hosts.size(); i++) {
            var host = hosts.host(i);
            members.add(host.start(TestJvm.standInMember(), "serve " + host.controlAddress()));
        }
        for (var member : members) {
            member.controlPort().join();
        }
        System.out.println(members.stream().map(member -> "" + member.pid()).collect(Collectors.joining(" ")));
        members.getFirst().exit().join();
    }

    /** The command that starts one. */
    static List<String> command(String hosts) {
        return TestJvm.command(StandInLauncher.class, hosts);
    }
}
