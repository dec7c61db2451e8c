package io.jgbench.api.generate;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * The custom resource definition as it follows from the types.
 *
 * @param definition the definition
 * @param yaml the same as the file holds it
 */
record CrdFile(CustomResourceDefinition definition, String yaml) {
    private static final String HEADER =
            "# Generated from the types in crds/src/main/java by './jgbench generate'; not to be edited.\n";

    /** The generator's model holds bounds as floating-point numbers; ours are whole. */
    private static final Pattern WHOLE_BOUND = Pattern.compile("((?:minimum|maximum): )([-0-9.E]+)");

    /** YAML 1.1, which kubectl and Helm read, takes these words for booleans where they are not quoted. */
    private static final Pattern WORD_OF_TRUTH = Pattern.compile("(?m)^( *- )(False|True)$");

    /** Generates that of a run. */
    static CrdFile generate() {
        return generate(ApiKind.RUN);
    }

    /** Generates that of a kind. */
    static CrdFile generate(ApiKind kind) {
        var definition = new AtomicReference<CustomResourceDefinition>();
        var bytes = new ByteArrayOutputStream();
        new CRDGenerator()
                .withMinQuotes(true)
                .customResourceClasses(List.of(kind.type()))
                .forCRDVersions("v1")
                .withPostProcessor(new CRDPostProcessor() {
                    @Override
                    public HasMetadata process(HasMetadata generated, String version) {
                        definition.set(SchemaExtras.applyTo(kind, (CustomResourceDefinition) generated));
                        return generated;
                    }
                })
                .withOutput(new InMemory(bytes))
                .generate();
        String generated = bytes.toString(StandardCharsets.UTF_8);
        String body = WHOLE_BOUND
                .matcher(generated.substring(generated.indexOf('\n') + 1))
                .replaceAll(bound -> bound.group(1) + new BigDecimal(bound.group(2)).toBigIntegerExact());
        String quoted = WORD_OF_TRUTH.matcher(body).replaceAll("$1\"$2\"");
        return new CrdFile(definition.get(), HEADER + quoted);
    }

    private record InMemory(ByteArrayOutputStream bytes) implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        @Override
        public ByteArrayOutputStream outputFor(String crdName) {
            return bytes;
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
