package io.jgbench.selftest;

import java.io.IOException;

/** One planted fault. What {@link #plant} does, {@link #remove} undoes; both may be called several times. */
interface PlantedFault extends AutoCloseable {

    /** Plants it. */
    void plant() throws IOException;

    /** Takes it away, as far as it was planted. */
    void remove() throws IOException;

    /** Takes away what is left of it, once the members have ended. */
    @Override
    void close() throws IOException;

    /** What is not planted while a run is under way: nothing, or something that members are started with. */
    record AtStart() implements PlantedFault {
        @Override
        public void plant() {}

        @Override
        public void remove() {}

        @Override
        public void close() {}
    }
}
