package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Where the full results are. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusResultsRef(
        @Required @Size(min = 1, max = 1024) @JsonPropertyDescription("A URL, a path or the name of an object.")
        String location,

        @Size(max = 128) @JsonPropertyDescription("The digest of what lies there, such as sha256:... .")
        String digest,

        @JsonPropertyDescription("The size of what lies there in bytes.")
        Long sizeBytes,

        @JsonPropertyDescription("Compressed size of the full result in ConfigMaps, in bytes. These stay as long as the"
                + " run, even if a storage has the full result as well.")
        Long configMapBytes) {

    /**
     * What the full result takes in ConfigMaps, in bytes; null where that is not known. Operators of before did not say
     * it, and gave a digest only where the full result lies in ConfigMaps alone.
     */
    public Long inConfigMaps() {
        return configMapBytes == null && digest != null ? sizeBytes : configMapBytes;
    }

    /** Where a copy of the full result is. The ConfigMaps stay. */
    public StatusResultsRef copiedTo(StatusResultsRef copy) {
        return new StatusResultsRef(copy.location, copy.digest, copy.sizeBytes, inConfigMaps());
    }
}
