package io.jgbench.tune;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.jgbench.kernel.InterfaceCalls;
import io.jgbench.kernel.KernelCallException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/** By the ioctls that ethtool and ifconfig use. */
final class IoctlInterfaceControl implements InterfaceControl {
    private static final int ETHTOOL_GPAUSEPARAM = 0x12;
    private static final int ETHTOOL_SPAUSEPARAM = 0x13;

    private static final int EPERM = 1;
    private static final int ENODEV = 19;
    private static final int EOPNOTSUPP = 95;

    /** {@code struct ethtool_pauseparam}: cmd, autoneg, rx_pause, tx_pause. */
    private static final MemoryLayout PAUSEPARAM = MemoryLayout.sequenceLayout(4, JAVA_INT);

    private final InterfaceCalls calls = new InterfaceCalls();

    /** Something that the kernel is asked to do. */
    @FunctionalInterface
    private interface Call {
        void make() throws KernelCallException;
    }

    @Override
    public PauseFrames pauseFrames(String networkInterface) throws SettingException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment frames = arena.allocate(PAUSEPARAM);
            frames.setAtIndex(JAVA_INT, 0, ETHTOOL_GPAUSEPARAM);
            make(networkInterface, () -> calls.ethtool(networkInterface, frames));
            return new PauseFrames(
                    frames.getAtIndex(JAVA_INT, 2) != 0,
                    frames.getAtIndex(JAVA_INT, 3) != 0,
                    frames.getAtIndex(JAVA_INT, 1) != 0);
        }
    }

    @Override
    public void setPauseFrames(String networkInterface, PauseFrames wanted) throws SettingException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment frames = arena.allocate(PAUSEPARAM);
            frames.setAtIndex(JAVA_INT, 0, ETHTOOL_SPAUSEPARAM);
            frames.setAtIndex(JAVA_INT, 1, wanted.autonegotiated() ? 1 : 0);
            frames.setAtIndex(JAVA_INT, 2, wanted.rx() ? 1 : 0);
            frames.setAtIndex(JAVA_INT, 3, wanted.tx() ? 1 : 0);
            make(networkInterface, () -> calls.ethtool(networkInterface, frames));
        }
    }

    @Override
    public void setMtu(String networkInterface, int bytes) throws SettingException {
        make(networkInterface, () -> calls.setMtu(networkInterface, bytes));
    }

    @Override
    public void setTxQueueLength(String networkInterface, int packets) throws SettingException {
        make(networkInterface, () -> calls.setTxQueueLength(networkInterface, packets));
    }

    private static void make(String networkInterface, Call call) throws SettingException {
        try {
            call.make();
        } catch (KernelCallException e) {
            throw switch (e.error()) {
                case EOPNOTSUPP ->
                    SettingException.absent("it is not supported by the driver of " + networkInterface, e);
                case ENODEV -> SettingException.absent("this host has no interface " + networkInterface, e);
                case EPERM -> SettingException.refused("permission denied, it takes root with CAP_NET_ADMIN", e);
                default -> SettingException.refused("its driver refuses: " + e.getMessage(), e);
            };
        }
    }
}
