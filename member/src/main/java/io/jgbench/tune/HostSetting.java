package io.jgbench.tune;

/** One setting of this host, as text. */
interface HostSetting {

    /** What it is now. */
    String read() throws SettingException;

    /** Sets it. Whether the kernel took the value as it is, only reading it back tells. */
    void write(String value) throws SettingException;

    /** What an administrator would type to set it. */
    String command(String value);
}
