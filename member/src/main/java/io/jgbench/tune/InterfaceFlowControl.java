package io.jgbench.tune;

/** The flow control of one interface. */
record InterfaceFlowControl(InterfaceControl control, String networkInterface) implements HostSetting {

    @Override
    public String read() throws SettingException {
        return control.pauseFrames(networkInterface).toString();
    }

    @Override
    public void write(String value) throws SettingException {
        control.setPauseFrames(networkInterface, PauseFrames.parse(value));
    }

    @Override
    public String command(String value) {
        var frames = PauseFrames.parse(value);
        return "ethtool -A " + networkInterface + " autoneg " + PauseFrames.word(frames.autonegotiated()) + " rx "
                + PauseFrames.word(frames.rx()) + " tx " + PauseFrames.word(frames.tx());
    }
}
