package io.jgbench.messagebustest;

/** A message bus test has failed; the message is one sentence for the user. */
public class MessageBusTestException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence. */
    public MessageBusTestException(String message) {
        super(message);
    }
}
