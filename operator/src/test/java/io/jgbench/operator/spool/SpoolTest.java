package io.jgbench.operator.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    @TempDir
    private Path folder;

    private Spool spool;

    @BeforeEach
    void open() {
        spool = new Spool(folder, 100);
    }

    @Test
    void whatWasAppendedIsReadWhereverItIs() throws Exception {
        try (var file = spool.open()) {
            var first = file.append("first".getBytes(StandardCharsets.UTF_8));
            var text = file.keep("größer");
            try (var out = file.out()) {
                out.write("last".getBytes(StandardCharsets.UTF_8));
            }

            assertThat(file.read(first)).asString().isEqualTo("first");
            assertThat(text.text()).isEqualTo("größer");
            assertThat(text.length()).isEqualTo(6);
            try (var in = file.in()) {
                assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("firstgrößerlast");
            }
        }
    }

    @Test
    void fileHasNoNameSoThatNothingIsLeftOfIt() throws Exception {
        try (var _ = spool.open()) {
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void filesTogetherTakeNoMoreThanTheyMay() throws Exception {
        var first = spool.open();
        try (var second = spool.open()) {
            first.append(new byte[60]);

            assertThatThrownBy(() -> second.append(new byte[41]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than the 100 bytes");
            second.append(new byte[40]);
            first.close();
            assertThat(spool.takenBytes()).isEqualTo(40);
            second.append(new byte[60]);
        }
        assertThat(spool.takenBytes()).isZero();
    }

    @Test
    void fileThatNobodyCanReadAnyMoreMakesRoomForAnother() throws Exception {
        fillWithAFileThatNobodyKeeps();

        try (var file = spool.open()) {
            file.append(new byte[90]);

            assertThat(spool.takenBytes()).isEqualTo(90);
        }
    }

    private void fillWithAFileThatNobodyKeeps() throws IOException {
        spool.open().append(new byte[100]);
    }

    @Test
    void threadThatIsInterruptedIsRefusedAtOnceAndStaysInterrupted() throws Exception {
        try (var file = spool.open()) {
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> file.append(new byte[101])).isInstanceOf(IOException.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void threadThatIsInterruptedDoesNotCloseTheFile() throws Exception {
        try (var file = spool.open()) {
            var part = file.append(new byte[] {1, 2});
            Thread.currentThread().interrupt();
            try {
                assertThat(file.read(part)).containsExactly(1, 2);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }

            assertThat(file.read(part)).containsExactly(1, 2);
        }
    }
}
