package io.jgbench.local.host;

/** Something that is done when this process is told to end before it came to do it. */
final class ShutdownHook {

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    static ShutdownHook register(Runnable action) {
        var hook = new ShutdownHook(new Thread(action, "remove-hosts"));
        Runtime.getRuntime().addShutdownHook(hook.thread);
        return hook;
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
