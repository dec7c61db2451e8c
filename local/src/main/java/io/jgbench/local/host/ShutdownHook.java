package io.jgbench.local.host;

/** Something that is done when this process is told to end before it came to do it. */
public final class ShutdownHook {

    private final Thread thread;
    private volatile Runnable first = () -> {};

    private ShutdownHook(String thread, Runnable action) {
        this.thread = new Thread(
                () -> {
                    first.run();
                    action.run();
                },
                thread);
    }

    /**
     * Has it done from now on.
     *
     * @param thread the name of the thread that does it
     */
    public static ShutdownHook register(String thread, Runnable action) {
        var hook = new ShutdownHook(thread, action);
        Runtime.getRuntime().addShutdownHook(hook.thread);
        return hook;
    }

    /** What is to be done before it. */
    void first(Runnable before) {
        first = before;
    }

    /** Nothing is to be done any more; without effect once the process is ending. */
    public void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // the process is ending and the hook is running or has run: nothing is left to remove
            return;
        }
    }
}
