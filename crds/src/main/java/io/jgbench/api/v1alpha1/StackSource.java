package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.QuantityRange;
import java.util.List;

/** Where the protocol stack comes from; exactly one of name, configMapKeyRef and inline is given. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "(has(self.name) ? 1 : 0) + (has(self.configMapKeyRef) ? 1 : 0) + (has(self.inline) ? 1 : 0) == 1",
        message = StackSource.SOURCE_RULE)
@ValidationRule(
        value = "!has(self.window) || (has(self.name) && self.name in ['udp', 'udp-auth', 'udp-encrypted'])",
        fieldPath = ".window",
        message = StackSource.WINDOW_RULE)
public record StackSource(
        @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @Size(min = 1, max = 63)
        @Example("udp")
        @JsonPropertyDescription(
                "A bundled stack: udp, tcp, tcp-nio, on Kubernetes also tcp-kube and tcp-dns; udp and tcp with a key"
                        + " that only the run's members have: udp-auth, udp-encrypted, tcp-auth, tcp-encrypted; or"
                        + " JGroups' own files unchanged: jgroups-udp, jgroups-tcp.")
        String name,

        @Example("{name: stacks, key: udp.xml}")
        @JsonPropertyDescription("A stack in a ConfigMap of the run's namespace, as it is when the run begins.")
        ConfigMapKeyRef configMapKeyRef,

        @Size(min = 1, max = 65536) @Example("\"<config>...</config>\"") @JsonPropertyDescription("The XML itself.")
        String inline,

        @QuantityRange(minBytes = 76_000, maxBytes = 100_000_000)
        @Example("500k")
        @JsonPropertyDescription(
                "The flow-control window in bytes, as a quantity: what a sender may send before a receiver has said"
                        + " that it took it. Only with the bundled stack udp and its variants. Default: chosen from"
                        + " what is known of hosts and links; status.window says what and why. The option"
                        + " -Djgbench.udp.credits in jvm.options has precedence.")
        ByteQuantity window) {

    /** The bundled stacks that have a window. */
    public static final List<String> WITH_WINDOW = List.of("udp", "udp-auth", "udp-encrypted");

    /** The windows of other stacks are not sized for anything. */
    public static final String WINDOW_RULE =
            "stack.window may only be given with the bundled stack udp and its variants";

    /** More than one source would contradict each other. */
    public static final String SOURCE_RULE = "stack must have exactly one of name, configMapKeyRef and inline";

    /** A bundled stack. */
    public static StackSource named(String name) {
        return new StackSource(name, null, null, null);
    }

    /** The XML itself. */
    public static StackSource inlined(String xml) {
        return new StackSource(null, null, xml, null);
    }
}
