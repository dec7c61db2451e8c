package io.jgbench.tune;

/** Speaks with network interfaces of their flow control. */
interface PauseControl {

    PauseFrames get(String networkInterface) throws SettingException;

    void set(String networkInterface, PauseFrames wanted) throws SettingException;
}
