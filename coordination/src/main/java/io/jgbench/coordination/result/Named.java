package io.jgbench.coordination.result;

/** Whom a sentence can name. */
public interface Named {

    /** Its name. */
    String name();
}
