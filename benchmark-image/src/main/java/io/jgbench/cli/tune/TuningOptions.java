package io.jgbench.cli.tune;

import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.FlowControlSettings;
import io.jgbench.api.v1alpha1.SysctlSetting;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.coordination.spec.NamePattern;
import io.jgbench.tune.Protection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is asked of a host, as options: spec.tuning and spec.placement.interface. */
final class TuningOptions {
    @Option(names = "--interface", paramLabel = "NAME", description = "The interface; default: see --address.")
    private Optional<String> networkInterface = Optional.empty();

    @Option(
            names = "--address",
            paramLabel = "IP",
            description = "An address of the interface; default: the one of the default route.")
    private Optional<String> address = Optional.empty();

    @Option(names = "--rmem-max", paramLabel = "BYTES", description = "net.core.rmem_max, at least, such as 25Mi.")
    private String rmemMax;

    @Option(names = "--wmem-max", paramLabel = "BYTES", description = "net.core.wmem_max, at least.")
    private String wmemMax;

    @Option(names = "--mtu", paramLabel = "BYTES", description = "The interface's MTU, exactly; a bond's slaves' too.")
    private Integer mtu;

    @Option(names = "--tx-queue-length", paramLabel = "PACKETS", description = "The interface's transmit queue length.")
    private Integer txQueueLength;

    @Option(
            names = "--pause-rx",
            paramLabel = "on|off",
            description = "Whether the interface obeys pause frames that it receives (802.3x).")
    private String pauseRx;

    @Option(names = "--pause-tx", paramLabel = "on|off", description = "Whether it sends pause frames.")
    private String pauseTx;

    @Option(
            names = "--sysctl",
            paramLabel = "NAME=VALUE",
            description = "Another kernel parameter that begins with net., exactly; may be given again.")
    private Map<String, String> sysctls = new LinkedHashMap<>();

    @Option(
            names = "--protect-address",
            paramLabel = "IP",
            description = "Refuse to change the interface that has this address, the one towards --confirm, those below"
                    + " them, and one without an address of its own.")
    private Optional<String> protectedAddress = Optional.empty();

    @Option(
            names = "--protect-except",
            paramLabel = "NAME",
            description = "An interface that may be changed although --protect-address covers it; * stands for any"
                    + " characters; may be given again.")
    private List<String> unprotected = new ArrayList<>();

    /**
     * What must not be changed.
     *
     * @param server whom the host must go on reaching
     */
    Protection protection(Optional<String> server) {
        return new Protection(
                protectedAddress,
                server,
                unprotected.stream().map(NamePattern::new).toList());
    }

    Optional<String> networkInterface() {
        return networkInterface;
    }

    Optional<String> address() {
        return address;
    }

    /**
     * What is asked.
     *
     * @throws IllegalArgumentException if a value is none of its kind, with one sentence
     */
    TuningSettings settings() {
        return new TuningSettings(
                null,
                bytes("--rmem-max", rmemMax),
                bytes("--wmem-max", wmemMax),
                mtu,
                txQueueLength,
                new FlowControlSettings(onOff("--pause-rx", pauseRx), onOff("--pause-tx", pauseTx)),
                sysctls.entrySet().stream()
                        .map(entry -> new SysctlSetting(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static ByteQuantity bytes(String option, String given) {
        if (given == null) {
            return null;
        }
        var quantity = new ByteQuantity(given);
        try {
            quantity.bytes();
            return quantity;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + e.getMessage() + ", got: " + given, e);
        }
    }

    private static Boolean onOff(String option, String given) {
        return switch (given) {
            case null -> null;
            case "on" -> Boolean.TRUE;
            case "off" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException(option + " must be on or off, got: " + given);
        };
    }
}
