package io.jgbench.local.host;

/** Something that is done when this process is told to end before it came to do it. */
final class ShutdownHook {

    private final Thread thread;
    private volatile Runnable first = () -> {};

    private ShutdownHook(Runnable action) {
        this.thread = new Thread(
                () -> {
                    first.run();
                    action.run();
                },
                "remove-hosts");
    }

    static ShutdownHook register(Runnable action) {
        var hook = new ShutdownHook(action);
        Runtime.getRuntime().addShutdownHook(hook.thread);
        return hook;
    }

    /** What is to be done before it. */
    void first(Runnable before) {
        first = before;
    }

    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // the process is ending and the hook is running or has run: nothing is left to remove
            return;
        }
    }
}
