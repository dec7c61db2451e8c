package io.jgbench.tune;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * By the ioctls that ethtool and ifconfig use. Numbers and structures are those of Linux' {@code linux/sockios.h},
 * {@code linux/ethtool.h} and {@code net/if.h}.
 */
@SuppressWarnings("restricted") // the signatures and sizes below are those of the C library
final class IoctlInterfaceControl implements InterfaceControl {
    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final long SIOCSIFMTU = 0x8922;
    private static final long SIOCSIFTXQLEN = 0x8943;
    private static final long SIOCETHTOOL = 0x8946;
    private static final int ETHTOOL_GPAUSEPARAM = 0x12;
    private static final int ETHTOOL_SPAUSEPARAM = 0x13;

    private static final int EPERM = 1;
    private static final int ENODEV = 19;
    private static final int EOPNOTSUPP = 95;

    /**
     * {@code struct ifreq}: 16 bytes of name, then a union of 24 bytes of which the first are a number or a pointer
     * here.
     */
    private static final long IFREQ_BYTES = 40;

    private static final long IFREQ_DATA = 16;

    /** {@code struct ethtool_pauseparam}: cmd, autoneg, rx_pause, tx_pause. */
    private static final MemoryLayout PAUSEPARAM = MemoryLayout.sequenceLayout(4, JAVA_INT);

    private final MethodHandle socket;
    private final MethodHandle close;
    private final MethodHandle ioctl;
    private final MethodHandle strerror;
    private final StructLayout callState = Linker.Option.captureStateLayout();
    private final VarHandle errno = callState.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    IoctlInterfaceControl() {
        Linker linker = Linker.nativeLinker();
        var errnoAfter = Linker.Option.captureCallState("errno");
        socket = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("socket"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                errnoAfter);
        close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.firstVariadicArg(2),
                errnoAfter);
        strerror = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
    }

    @Override
    public PauseFrames pauseFrames(String networkInterface) throws SettingException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment frames = arena.allocate(PAUSEPARAM);
            frames.setAtIndex(JAVA_INT, 0, ETHTOOL_GPAUSEPARAM);
            callEthtool(arena, networkInterface, frames);
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
            callEthtool(arena, networkInterface, frames);
        }
    }

    @Override
    public void setMtu(String networkInterface, int bytes) throws SettingException {
        setNumber(SIOCSIFMTU, networkInterface, bytes);
    }

    @Override
    public void setTxQueueLength(String networkInterface, int packets) throws SettingException {
        setNumber(SIOCSIFTXQLEN, networkInterface, packets);
    }

    private void setNumber(long what, String networkInterface, int value) throws SettingException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment request = request(arena, networkInterface);
            request.set(JAVA_INT, IFREQ_DATA, value);
            call(arena, what, networkInterface, request);
        }
    }

    private void callEthtool(Arena arena, String networkInterface, MemorySegment frames) throws SettingException {
        MemorySegment request = request(arena, networkInterface);
        request.set(ADDRESS, IFREQ_DATA, frames);
        call(arena, SIOCETHTOOL, networkInterface, request);
    }

    private static MemorySegment request(Arena arena, String networkInterface) {
        MemorySegment request = arena.allocate(IFREQ_BYTES, ADDRESS.byteAlignment());
        request.setString(0, networkInterface);
        return request;
    }

    private void call(Arena arena, long what, String networkInterface, MemorySegment request) throws SettingException {
        MemorySegment state = arena.allocate(callState);
        try {
            int descriptor = (int) socket.invokeExact(state, AF_INET, SOCK_DGRAM, 0);
            if (descriptor < 0) {
                throw failed((int) errno.get(state, 0L), networkInterface);
            }
            try {
                if ((int) ioctl.invokeExact(state, descriptor, what, request) < 0) {
                    throw failed((int) errno.get(state, 0L), networkInterface);
                }
            } finally {
                int ignored = (int) close.invokeExact(descriptor);
            }
        } catch (SettingException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel could not be called", e);
        }
    }

    private SettingException failed(int error, String networkInterface) throws Throwable {
        return switch (error) {
            case EOPNOTSUPP ->
                SettingException.absent("it is not supported by the driver of " + networkInterface, null);
            case ENODEV -> SettingException.absent("this host has no interface " + networkInterface, null);
            case EPERM -> SettingException.refused("permission denied, it takes root with CAP_NET_ADMIN", null);
            default -> {
                var text = (MemorySegment) strerror.invokeExact(error);
                yield SettingException.refused(
                        "its driver refuses: "
                                + text.reinterpret(Byte.MAX_VALUE).getString(0),
                        null);
            }
        };
    }
}
