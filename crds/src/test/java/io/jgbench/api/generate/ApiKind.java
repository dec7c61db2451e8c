package io.jgbench.api.generate;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import java.util.Optional;

/** The kinds of the API. */
enum ApiKind {
    RUN(BenchmarkRun.class, BenchmarkRunSpec.class, Optional.of(BenchmarkRunStatus.class), """
            # BenchmarkRun, jgbench.io/v1alpha1

            A `BenchmarkRun` (short name `brun`) declares one benchmark; its status says how it went. A run on one
            machine reads the same file, strictly, and names what only a cluster can honour.

            - A *duration* is one or more whole numbers with a unit, h, m, s, ms or us: `2m`, `1m30s`, `500ms`.
            - A *quantity* is a number of bytes, or a string with a suffix: `1k` is 1000, `1Ki` is 1024.
            - What defines the run never changes once the object is made: only `suspend`, `cancel` and `retention`
              may.

            """),
    SUITE(BenchmarkSuite.class, BenchmarkSuiteSpec.class, Optional.of(BenchmarkSuiteStatus.class), """
            # BenchmarkSuite, jgbench.io/v1alpha1

            A `BenchmarkSuite` (short name `bsuite`) declares a matrix of benchmarks: a run, what is varied in it, and
            how often each combination is measured. [SUITES.md](SUITES.md) says how suites are run and read.

            - `template` is the spec of a `BenchmarkRun` with the fields, defaults and rules of [API.md](API.md#spec).
            - What defines the suite never changes once the object is made: only `rounds`, `thresholds`, `compare`,
              `baseline`, `budget`, `suspend` and `retention` may.

            """);

    private final Class<? extends HasMetadata> type;
    private final Class<?> spec;
    private final Optional<Class<?>> status;
    private final String introduction;

    ApiKind(Class<? extends HasMetadata> type, Class<?> spec, Optional<Class<?>> status, String introduction) {
        this.type = type;
        this.spec = spec;
        this.status = status;
        this.introduction = introduction;
    }

    /** The object. */
    Class<? extends HasMetadata> type() {
        return type;
    }

    /** What the user declares. */
    Class<?> spec() {
        return spec;
    }

    /** How it went, if the kind says so. */
    Optional<Class<?>> status() {
        return status;
    }

    /** What stands at the top of its reference. */
    String introduction() {
        return introduction;
    }

    /** What an object of it is called in a sentence. */
    String noun() {
        return this == RUN ? "run" : "suite";
    }
}
