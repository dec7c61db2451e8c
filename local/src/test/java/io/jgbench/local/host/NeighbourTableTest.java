package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeighbourTableTest {
    @TempDir
    private Path folder;

    private NeighbourTable table;

    @BeforeEach
    void holdThousand() throws IOException {
        table = new NeighbourTable(new KernelSetting(Files.writeString(folder.resolve("gc_thresh3"), "1024\n")));
    }

    @Test
    void membersThatHaveMoreWaysBetweenThemThanTheKernelHoldsAreToldWhatToDo() {
        assertThat(table.tooSmallFor(32))
                .hasValue("32 members in namespaces and their launcher have 1,056 neighbours together, and the kernel"
                        + " holds 1,024: packets may be lost between any of them; run 'sysctl -w"
                        + " net.ipv4.neigh.default.gc_thresh3=2112' as root");
    }

    @Test
    void nothingIsToldWhereTheyFitOrNobodyKnows() {
        assertThat(table.tooSmallFor(31)).isEmpty();
        assertThat(new NeighbourTable(new KernelSetting(folder.resolve("absent"))).tooSmallFor(1000))
                .isEmpty();
    }
}
