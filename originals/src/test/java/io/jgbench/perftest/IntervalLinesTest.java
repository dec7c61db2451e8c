package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IntervalLinesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void lastLineIsWrittenAlsoWhereTheConsoleBlocksAtTheOneBefore() throws Exception {
        var console = new BlockingWriter();
        var received = new AtomicLong(100);
        var lines = new IntervalLines(100, () -> 0, received::get, new Console(new PrintWriter(console), false));
        console.blocks.await();
        received.set(200);

        Thread closing = Thread.ofPlatform().daemon().start(lines::close);
        await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.WAITING);
        console.goesOn.countDown();
        closing.join();

        assertThat(console.text().lines()).containsExactly("-- received 100 messages", "-- received 200 messages");
    }

    /** Blocks at its first text until it may go on. */
    private static final class BlockingWriter extends FilterWriter {
        private final CountDownLatch blocks = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        BlockingWriter() {
            super(new StringWriter());
        }

        String text() {
            return out.toString();
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            blocks.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            super.write(text, offset, length);
        }
    }
}
