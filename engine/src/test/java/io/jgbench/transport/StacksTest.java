package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StacksTest {
    private final Stacks stacks = new Stacks();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp",
                "tcp",
                "tcp-nio",
                "tcp-kube",
                "tcp-dns",
                "udp-auth",
                "tcp-auth",
                "udp-encrypted",
                "tcp-encrypted",
                "jgroups-udp",
                "jgroups-tcp",
                "jgroups-tcp-nio",
                "jgroups-udp-new"
            })
    void stackIsFoundByName(String name) {
        assertThat(stacks.load(name).name()).isEqualTo(name);
        assertThat(stacks.load(name).xml()).contains("<config");
    }

    @Test
    void fileIsReadAsItStands() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.xml"), "<config><UDP/></config>");

        assertThat(stacks.load(file.toString()).xml()).isEqualTo("<config><UDP/></config>");
        assertThat(stacks.load(file.toUri().toString()).xml()).isEqualTo("<config><UDP/></config>");
    }

    @Test
    void otherProgramsReadTheFileOrTheAddressThatJgbenchReads() throws IOException {
        Path edited = Files.writeString(folder.resolve("jgroups-udp.xml"), "<config><UDP/></config>");
        Path withoutEnding = Files.writeString(folder.resolve("mine"), "<config><UDP/></config>");

        assertThat(Stacks.place(edited.toString())).isEqualTo(edited.toString());
        assertThat(Stacks.place(withoutEnding.toString())).isEqualTo(withoutEnding.toString());
        assertThat(Stacks.place("mine.xml"))
                .isEqualTo(Path.of("mine.xml").toAbsolutePath().toString());
        assertThat(Stacks.place("https://host/stack")).isEqualTo("https://host/stack");
    }

    @Test
    void otherProgramsFindAStackByNameOnTheClassPath() {
        assertThat(Stacks.place("udp")).isEqualTo("io/jgbench/stacks/udp.xml");
        assertThat(Stacks.place("jgroups-tcp-nio")).isEqualTo("tcp-nio.xml");
    }

    @Test
    void unknownNameIsAnsweredWithThoseThatThereAre() {
        refused("upd").hasMessageContaining("udp, tcp, tcp-nio").hasMessageContaining("got: upd");
        refused("jgroups-nonsense").hasMessageContaining("jgroups-nonsense");
    }

    @Test
    void fileThatIsMissingADirectoryEmptyBinaryOrTooLargeIsRefused() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.xml"));
        Path text = Files.writeString(folder.resolve("text.xml"), "not a stack");
        Path binary = Files.write(folder.resolve("binary.xml"), new byte[] {'<', -1, -2, 0});
        Path large = Files.write(folder.resolve("large.xml"), new byte[Stacks.MAX_BYTES + 1]);

        refused(folder.resolve("missing.xml").toString()).hasMessageContaining("does not exist");
        refused(folder.toString()).hasMessageContaining("a directory");
        refused(empty.toString()).hasMessageContaining("an empty file");
        refused(text.toString()).hasMessageContaining("must be XML");
        refused(binary.toString()).hasMessageContaining("a binary file");
        refused(large.toString()).hasMessageContaining("at most 98304 bytes");
    }

    @Test
    void stackThatARequestToAMemberCannotHoldIsRefusedWhereverItStands() throws IOException {
        String quotes = "<config>" + "\"".repeat(Stacks.MAX_BYTES / 2) + "</config>";
        Path file = Files.writeString(folder.resolve("quotes.xml"), quotes);

        refused(file.toString()).hasMessageContaining("at most 98304 bytes as JSON");
        assertThatThrownBy(() -> Stacks.inline(quotes)).hasMessageContaining("at most 98304 bytes as JSON");
    }

    @Test
    void markOfTheByteOrderIsPassedOver() throws IOException {
        Path file = Files.writeString(folder.resolve("marked.xml"), "\uFEFF<config><UDP/></config>");

        assertThat(stacks.load(file.toString()).xml()).isEqualTo("<config><UDP/></config>");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(String source) {
        return assertThatThrownBy(() -> stacks.load(source))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
}
