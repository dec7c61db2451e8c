package io.jgbench.transport;

/**
 * A thread that sends a workload's answers, beside the threads that send its messages. It waits for flow
 * control as they do, but how much senders were held back is a share of their time alone.
 */
public final class AnsweringThread extends Thread {

    /** A daemon that is not started. */
    public AnsweringThread(String name, Runnable answering) {
        super(answering, name);
        setDaemon(true);
    }

    /** Whether this is running in one. */
    public static boolean isCurrent() {
        return Thread.currentThread() instanceof AnsweringThread;
    }
}
