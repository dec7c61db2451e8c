package io.jgbench.tune;

import io.jgbench.api.v1alpha1.TuningSettings;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run asks of this host.
 *
 * @param runId the run
 * @param settings what it declares; the mode is not looked at
 * @param networkInterface the interface that carries its messages, by name
 * @param address else by an address that it has; where neither is given it is the one of the default route
 * @param protection what must not be changed
 */
public record TuningRequest(
        String runId,
        TuningSettings settings,
        Optional<String> networkInterface,
        Optional<String> address,
        Protection protection) {

    /** Refuses nulls. */
    public TuningRequest {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(protection, "protection");
    }
}
