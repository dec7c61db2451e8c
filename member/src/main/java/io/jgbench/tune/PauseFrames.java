package io.jgbench.tune;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An interface's flow control (802.3x).
 *
 * @param rx whether pause frames that arrive are heeded
 * @param tx whether pause frames are sent when the receive ring fills
 * @param autonegotiated whether the two are agreed on with the other end of the link
 */
record PauseFrames(boolean rx, boolean tx, boolean autonegotiated) {
    private static final Pattern TEXT = Pattern.compile("rx (on|off), tx (on|off), autoneg (on|off)");

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static PauseFrames parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("flow control must be as in 'rx on, tx off, autoneg on', got: " + text);
        }
        return new PauseFrames(isOn(matcher.group(1)), isOn(matcher.group(2)), isOn(matcher.group(3)));
    }

    @Override
    public String toString() {
        return "rx " + word(rx) + ", tx " + word(tx) + ", autoneg " + word(autonegotiated);
    }

    static String word(boolean on) {
        return on ? "on" : "off";
    }

    private static boolean isOn(String word) {
        return word.equals("on");
    }
}
