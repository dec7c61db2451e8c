package io.jgbench.member.control;

/** Answers requests of a peer that has proved to be the controller. Called from several threads. */
public interface ControlHandler {

    /** Answers a request. */
    ControlAnswer answer(ControlRequest request);

    /** Answers a request that was not taken, with a sentence that says why. */
    ControlAnswer refuse(int status, String why);
}
