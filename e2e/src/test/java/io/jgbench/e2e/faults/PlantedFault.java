package io.jgbench.e2e.faults;

/** A fault that lasts; closing it takes it away. Of one that is over at once there is nothing to take away. */
interface PlantedFault extends AutoCloseable {
    /** Nothing lasts. */
    PlantedFault OVER = () -> {};

    @Override
    void close();
}
