package io.jgbench.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.snapshot.LinkTree.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkTreeTest {
    @TempDir
    Path classNet;

    @Test
    void cardsOfAVlanOnABondAreTheBondsSlaves() throws IOException {
        card("ens1f0", 2);
        card("ens1f1", 3);
        virtual("bond0", "ens1f0", "ens1f1");
        virtual("bond0.7", "bond0");

        assertThat(new LinkTree(classNet).cardsBelow("bond0.7"))
                .containsExactlyInAnyOrder(new Link("ens1f0", 2), new Link("ens1f1", 3));
    }

    @Test
    void cardStandsOnNothingElseAndPortsOfOtherProgramsAreNoCards() throws IOException {
        card("ens1f0", 2);
        virtual("veth1");
        virtual("br0", "ens1f0", "veth1");

        assertThat(new LinkTree(classNet).cardsBelow("ens1f0")).isEmpty();
        assertThat(new LinkTree(classNet).cardsBelow("br0")).containsExactly(new Link("ens1f0", 2));
    }

    @Test
    void interfaceThatCannotBeReadHasNoCards() {
        assertThat(new LinkTree(classNet).cardsBelow("none")).isEmpty();
    }

    private void card(String name, int index) throws IOException {
        Files.createDirectories(classNet.resolve(name, "device"));
        Files.writeString(classNet.resolve(name, "ifindex"), index + "\n");
    }

    private void virtual(String name, String... lower) throws IOException {
        Files.createDirectories(classNet.resolve(name));
        for (String below : lower) {
            Files.createDirectories(classNet.resolve(name, "lower_" + below));
        }
    }
}
