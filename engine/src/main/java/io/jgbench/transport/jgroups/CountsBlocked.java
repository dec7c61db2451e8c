package io.jgbench.transport.jgroups;

/** Flow control that knows how long it held senders back. Asked by any thread. */
interface CountsBlocked {

    /** For how long senders waited for credits so far, those of all threads added up. */
    long blockedNanos();
}
