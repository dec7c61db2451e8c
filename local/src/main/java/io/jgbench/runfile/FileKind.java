package io.jgbench.runfile;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;

/** What a file has to declare, for messages about one that does not. */
enum FileKind {
    RUN(BenchmarkRun.KIND, "run", "examples/quickstart.yaml"),
    SUITE(BenchmarkSuite.KIND, "suite", "examples/suite.yaml");

    private final String kind;
    private final String noun;
    private final String example;

    FileKind(String kind, String noun, String example) {
        this.kind = kind;
        this.noun = noun;
        this.example = example;
    }

    /** The word at its field {@code kind}. */
    String kind() {
        return kind;
    }

    /** What it declares: {@code run} or {@code suite}. */
    String noun() {
        return noun;
    }

    /** A file that is right. */
    String example() {
        return example;
    }

    /** What to do where nothing in the file is of use. */
    String startFrom() {
        return "start from " + example;
    }
}
