package io.jgbench.preflight;

import io.jgbench.preflight.ProbePacket.Kind;
import java.util.ArrayList;
import java.util.List;

/** A path that carries packets up to a size, and remembers what was sent. */
final class SentPackets implements ProbeSender {
    final List<ProbePacket> sent = new ArrayList<>();
    private final int refusedFromBytes;

    /** The own kernel refuses packets from a size on. */
    SentPackets(int refusedFromBytes) {
        this.refusedFromBytes = refusedFromBytes;
    }

    @Override
    public SendOutcome send(Kind kind, int number, int argument, int ipBytes) {
        sent.add(new ProbePacket(kind, 0, number, argument, 0, ipBytes));
        return ipBytes >= refusedFromBytes ? SendOutcome.TOO_LARGE : SendOutcome.SENT;
    }

    long count(Kind kind) {
        return sent.stream().filter(probe -> probe.kind() == kind).count();
    }

    ProbePacket last() {
        return sent.getLast();
    }
}
