package io.jgbench.rpctest;

/** A test could not be done; the message is one sentence for the user. */
public class RpcTestException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence. */
    public RpcTestException(String message) {
        super(message);
    }
}
