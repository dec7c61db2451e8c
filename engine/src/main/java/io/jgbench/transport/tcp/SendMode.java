package io.jgbench.transport.tcp;

/** When a message to one member goes, and by which thread. */
enum SendMode {
    /** Not before a flush, if the writing thread would have to be woken for it. */
    WHEN_FLUSHED,

    /** By the writing thread, which is woken. */
    AT_ONCE,

    /** By the calling thread where nothing else is under way, else as {@link #AT_ONCE}. */
    AWAITED
}
