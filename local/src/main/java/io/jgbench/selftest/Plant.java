package io.jgbench.selftest;

import java.io.IOException;

/** One planted fault. What {@link #put} did, {@link #remove} undoes; both may be called several times. */
interface Plant extends AutoCloseable {

    /** Plants it. */
    void put() throws IOException;

    /** Takes it away, as far as it was planted. */
    void remove() throws IOException;

    /** Takes away what is left of it, once the members have ended. */
    @Override
    void close() throws IOException;

    /** What is not planted while a run is under way: nothing, or something that members are started with. */
    record AtStart() implements Plant {
        @Override
        public void put() {}

        @Override
        public void remove() {}

        @Override
        public void close() {}
    }
}
