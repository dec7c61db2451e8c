package io.jgbench.transport.jgroups;

import org.jgroups.Address;

/** A protocol that repairs losses and knows whose messages it missed. Asked by any thread. */
interface CountsMissed {

    /** How many messages of the sender it asked for, each counted once. */
    long missedFrom(Address sender);

    /** How many messages the sender has sent to it, as far as it knows. */
    long messagesFrom(Address sender);
}
