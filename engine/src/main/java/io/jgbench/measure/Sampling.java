package io.jgbench.measure;

import io.jgbench.coordination.protocol.SamplingSwitch;

/** Whether this JVM takes samples beside its workload; see {@link SamplingSwitch}. */
public final class Sampling {
    private Sampling() {}

    /** It does, unless its options say otherwise. They never change. */
    public static boolean isOn() {
        return !SamplingSwitch.OFF.equals(System.getProperty(SamplingSwitch.PROPERTY));
    }
}
