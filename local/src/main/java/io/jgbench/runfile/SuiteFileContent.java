package io.jgbench.runfile;

import io.fabric8.generator.annotation.Required;
import io.jgbench.api.schema.Example;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;

/** What stands at the top of a suite's file. */
record SuiteFileContent(
        @Required @Example(RunFileContent.API_VERSION) String apiVersion,
        @Required @Example(BenchmarkSuite.KIND) String kind,
        @Required @Example("{name: stacks}") RunFileContent.Metadata metadata,

        @Required @Example("{template: {members: 4, messages: 100000, messageSize: 1k}}")
        BenchmarkSuiteSpec spec) {}
