package io.jgbench.tune;

/** A setting cannot be read or written; the message is the reason, in a part of a sentence. */
final class SettingException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean absent;

    private SettingException(String message, boolean absent, Throwable cause) {
        super(message, cause);
        this.absent = absent;
    }

    /** It is there, and cannot be used. */
    static SettingException refused(String reason) {
        return refused(reason, null);
    }

    /** It is there, and the kernel refuses. */
    static SettingException refused(String reason, Throwable cause) {
        return new SettingException(reason, false, cause);
    }

    /** It is not there: the interface is gone, the driver has none, the kernel does not know it. */
    static SettingException absent(String reason, Throwable cause) {
        return new SettingException(reason, true, cause);
    }

    boolean isAbsent() {
        return absent;
    }
}
