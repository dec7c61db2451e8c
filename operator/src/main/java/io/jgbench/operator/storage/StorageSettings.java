package io.jgbench.operator.storage;

import io.jgbench.bucket.BucketSettings;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Where full results are stored beside the ConfigMaps of their runs. */
public sealed interface StorageSettings {

    /** Nowhere. */
    record None() implements StorageSettings {}

    /**
     * On a volume that is mounted into the operator's pod.
     *
     * @param directory where it is mounted
     */
    record Volume(Path directory) implements StorageSettings {

        /** Refuses nulls. */
        public Volume {
            Objects.requireNonNull(directory, "directory");
        }
    }

    /**
     * In a bucket of a server that speaks the S3 protocol.
     *
     * @param bucket the bucket and who stores
     * @param prefix what the keys of all results begin with; may be empty
     */
    record S3(BucketSettings bucket, Optional<StoragePath> prefix) implements StorageSettings {

        /** Refuses nulls. */
        public S3 {
            Objects.requireNonNull(bucket, "bucket");
            Objects.requireNonNull(prefix, "prefix");
        }
    }
}
