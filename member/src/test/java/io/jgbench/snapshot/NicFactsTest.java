package io.jgbench.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.kernel.KernelCallException;
import io.jgbench.kernel.LinkQuery.LinkState;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NicFactsTest {
    private static final int INDEX = 3;

    @TempDir
    private Path sys;

    @Test
    void cardIsDescribedByWhatItsDriverAnswers() throws IOException {
        Path queues = sys.resolve("class/net/ens1f0/queues");
        Files.createDirectories(queues.resolve("rx-0"));
        Files.createDirectories(queues.resolve("rx-1"));
        Files.writeString(sys.resolve("class/net/ens1f0/ifindex"), INDEX + "\n");
        Files.writeString(queues.resolve("rx-0/rps_cpus"), "00000000,00000000\n");
        Files.writeString(queues.resolve("rx-1/rps_cpus"), "00000000,0000000f\n");

        assertThat(read(new Card()))
                .containsEntry("nicDriver", "ixgbe 5.1.0-k")
                .containsEntry("nicFirmware", "0x8000")
                .containsEntry("nicDuplex", "full")
                .containsEntry("nicAutonegotiation", "on")
                .containsEntry("nicFlowControl", "rx on, tx off, autoneg on")
                .containsEntry("nicRings", "rx 512 of 4096, tx 256 of 8192")
                .containsEntry("nicChannels", "rx 0 of 0, tx 0 of 0, combined 8 of 63")
                .containsEntry("nicCoalescing", "rx 3 us, 1 frames, adaptive on; tx 50 us, 32 frames, adaptive off")
                .containsEntry("nicOffload.tso", "on")
                .containsEntry("nicOffload.gro", "off")
                .containsEntry("nicOffload.lro", "on")
                .containsEntry("nicOffload.rxHash", "off")
                .containsEntry("qdisc", "mq")
                .containsEntry("txQueueLength", "1000")
                .containsEntry("nicQueues", "rx 8, tx 8")
                .containsEntry("nicRps", "00000000,0000000f (1), off (1)");
    }

    @Test
    void steeringOfAnotherNamespacesInterfaceIsNotTakenForItsOwn() throws IOException {
        Files.createDirectories(sys.resolve("class/net/ens1f0"));
        Files.writeString(sys.resolve("class/net/ens1f0/ifindex"), "77\n");

        assertThat(read(new Card())).containsEntry("nicRps", "unknown: /sys shows another network namespace");
    }

    private Map<String, String> read(NicQueries queries) {
        var facts = new Facts();
        new NicFacts(new KernelTree(sys), "ens1f0", new InterfaceIdentity(INDEX, ""), queries).addTo(facts);
        return facts.texts();
    }

    /** Answers as the structures of {@code linux/ethtool.h} are laid out. */
    private static final class Card implements NicQueries {
        @Override
        public void ethtool(String networkInterface, MemorySegment command) {
            switch (command.get(JAVA_INT, 0)) {
                case 0x01 -> {
                    command.set(JAVA_BYTE, 14, (byte) 1);
                    command.set(JAVA_BYTE, 18, (byte) 1);
                }
                case 0x03 -> {
                    command.setString(4, "ixgbe");
                    command.setString(36, "5.1.0-k");
                    command.setString(68, "0x8000");
                }
                case 0x0e -> numbers(command, 3, 1, 0, 0, 50, 32, 0, 0, 0, 1, 0);
                case 0x10 -> numbers(command, 4096, 0, 0, 8192, 512, 0, 0, 256);
                case 0x12 -> numbers(command, 1, 1, 0);
                case 0x3c -> numbers(command, 0, 0, 1, 63, 0, 0, 1, 8);
                case 0x25 -> numbers(command, 1 << 15);
                case 0x2b -> numbers(command, 0);
                default -> numbers(command, 1);
            }
        }

        private static void numbers(MemorySegment command, int... numbers) {
            for (int i = 0; i < numbers.length; i++) {
                command.setAtIndex(JAVA_INT, i + 1L, numbers[i]);
            }
        }

        @Override
        public LinkState link(int index) throws KernelCallException {
            return new LinkState(Optional.of("mq"), OptionalInt.of(1000), OptionalInt.of(8), OptionalInt.of(8));
        }
    }
}
