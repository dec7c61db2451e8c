package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.ListMapKey;
import io.jgbench.api.schema.QuantityRange;
import java.util.List;

/** What is asked of each host's network settings. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.rmemMax) || !has(self.sysctls) || !self.sysctls.exists(s, s.name == 'net.core.rmem_max')",
        fieldPath = ".sysctls",
        message = TuningSettings.RMEM_MAX_RULE)
@ValidationRule(
        value = "!has(self.wmemMax) || !has(self.sysctls) || !self.sysctls.exists(s, s.name == 'net.core.wmem_max')",
        fieldPath = ".sysctls",
        message = TuningSettings.WMEM_MAX_RULE)
public record TuningSettings(
        @Default("Verify")
        @Example("Apply")
        @JsonPropertyDescription("Verify: the values are read; rmemMax and wmemMax must be at least these, the others"
                + " equal. Apply: those that differ are set, read back, and put back when the run has ended, unless"
                + " somebody else has changed them meanwhile."
                + " Ignore: nothing is looked at.")
        Mode mode,

        @QuantityRange(minBytes = 4096, maxBytes = 2147483647L)
        @Example("25Mi")
        @JsonPropertyDescription("net.core.rmem_max, the largest receive buffer of a socket, in bytes.")
        ByteQuantity rmemMax,

        @QuantityRange(minBytes = 4096, maxBytes = 2147483647L)
        @Example("25Mi")
        @JsonPropertyDescription("net.core.wmem_max, the largest send buffer of a socket, in bytes.")
        ByteQuantity wmemMax,

        @Min(576) @Max(65535) @Example("9000") @JsonPropertyDescription("The interface's MTU in bytes.")
        Integer mtu,

        @Min(1)
        @Max(1_000_000)
        @Example("5000")
        @JsonPropertyDescription("The interface's transmit queue length in packets.")
        Integer txQueueLength,

        @Example("{rx: true, tx: true}") @JsonPropertyDescription("The interface's flow control (802.3x pause frames).")
        FlowControlSettings flowControl,

        @Size(max = 32)
        @ListMapKey("name")
        @Example("[{name: net.core.netdev_max_backlog, value: \"5000\"}]")
        @JsonPropertyDescription("Other kernel parameters of the network, by name.")
        List<SysctlSetting> sysctls) {

    /** A parameter has one value. */
    public static final String RMEM_MAX_RULE =
            "tuning.sysctls must not have net.core.rmem_max where tuning.rmemMax is given";

    /** The same. */
    public static final String WMEM_MAX_RULE =
            "tuning.sysctls must not have net.core.wmem_max where tuning.wmemMax is given";

    /** Copies the list. */
    public TuningSettings {
        sysctls = sysctls == null ? List.of() : List.copyOf(sysctls);
    }

    /** What is done about a host's settings. */
    public enum Mode {
        /** They are read and compared. */
        @JsonProperty("Verify")
        VERIFY,
        /** They are set, read back, and put back at the end. */
        @JsonProperty("Apply")
        APPLY,
        /** Nothing is looked at. */
        @JsonProperty("Ignore")
        IGNORE
    }
}
