package io.jgbench.transport.jgroups;

import io.jgbench.transport.SenderWaits;

/** Flow control that knows how long it held senders back. Asked by any thread. */
interface CountsBlocked {

    /** How senders waited for credits so far. */
    SenderWaits waits();
}
