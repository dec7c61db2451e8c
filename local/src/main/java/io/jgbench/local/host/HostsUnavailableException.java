package io.jgbench.local.host;

/** What the user asked for cannot be had on this machine; the message is one sentence that says what to do. */
public final class HostsUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Takes the sentence. */
    public HostsUnavailableException(String message) {
        super(message);
    }
}
