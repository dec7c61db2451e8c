package io.jgbench.member.control;

import java.time.Duration;

/**
 * What connections to a control server may cost.
 *
 * @param strangers how many peers that have not proved to be the controller can be connected at a time
 * @param proof how long such a peer has, from the connection to the end of its TLS handshake
 * @param controllers how many connections of the controller can be open at a time; one more ends the oldest
 * @param idle how long a connection of the controller may be silent, also within a request
 */
record ControlLimits(int strangers, Duration proof, int controllers, Duration idle) {
    /**
     * A handshake takes milliseconds, some hundred on a host that is starved of CPU. A controller has one connection;
     * those of its forerunner may not have ended yet. It asks once a second, and connects again where it has to.
     */
    static final ControlLimits DEFAULTS = new ControlLimits(32, Duration.ofSeconds(5), 8, Duration.ofMinutes(2));
}
