package io.jgbench.coordination.protocol;

import java.io.IOException;

/** Keeps long texts elsewhere than in memory. Any thread may use it. */
@FunctionalInterface
public interface TextShelf {

    /**
     * Keeps a text.
     *
     * @return reads it again
     * @throws IOException if there is no room for it
     */
    LongText keep(String text) throws IOException;
}
