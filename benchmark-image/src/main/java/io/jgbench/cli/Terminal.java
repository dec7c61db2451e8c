package io.jgbench.cli;

/** Whether a person reads what is printed. The launcher knows and says so, as a JVM can only tell for both at once. */
record Terminal(boolean out, boolean err) {
    private static final String PROPERTY = "jgbench.terminal";

    static Terminal ofLauncher() {
        String streams = System.getProperty(PROPERTY, "");
        return new Terminal(streams.contains("out"), streams.contains("err"));
    }
}
