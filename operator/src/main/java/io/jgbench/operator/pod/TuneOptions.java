package io.jgbench.operator.pod;

import io.jgbench.api.v1alpha1.TuningSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What is asked of a host, as the tuner's options. */
record TuneOptions(TuningSettings tuning) {

    List<String> list() {
        List<String> options = new ArrayList<>();
        add(options, "--rmem-max", tuning.rmemMax());
        add(options, "--wmem-max", tuning.wmemMax());
        add(options, "--mtu", tuning.mtu());
        add(options, "--tx-queue-length", tuning.txQueueLength());
        if (tuning.flowControl() != null) {
            add(options, "--pause-rx", onOff(tuning.flowControl().rx()));
            add(options, "--pause-tx", onOff(tuning.flowControl().tx()));
        }
        tuning.sysctls().forEach(each -> add(options, "--sysctl", each.name() + "=" + each.value()));
        return options;
    }

    private static void add(List<String> options, String name, Object value) {
        if (Objects.nonNull(value)) {
            options.add(name);
            options.add(value.toString());
        }
    }

    private static String onOff(Boolean value) {
        return value == null ? null : value ? "on" : "off";
    }
}
