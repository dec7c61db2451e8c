package io.jgbench.tune;

/** Speaks with the kernel about network interfaces. */
interface InterfaceControl {

    PauseFrames pauseFrames(String networkInterface) throws SettingException;

    void setPauseFrames(String networkInterface, PauseFrames wanted) throws SettingException;

    void setMtu(String networkInterface, int bytes) throws SettingException;

    void setTxQueueLength(String networkInterface, int packets) throws SettingException;
}
