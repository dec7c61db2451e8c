package io.jgbench.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.testing.kubernetes.KubernetesPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The helm program and this project's chart. */
final class Helm {
    static final Path CHART = Path.of("jgbench");

    private static final String NAMESPACE = "jgbench-system";
    private static final String KUBERNETES = "1.34.4";

    private final Path program;
    private final YAMLMapper yaml = new YAMLMapper();

    Helm() {
        program = KubernetesPrograms.ofThisCheckout().folder("helm").resolve("helm");
    }

    /** What it ended with, and all that it said. */
    record Output(int status, String text) {}

    Output run(Map<String, String> environment, String... arguments) {
        try {
            var builder = new ProcessBuilder(Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                            .toList())
                    .redirectErrorStream(true);
            builder.environment().putAll(environment);
            var process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while helm ran", e);
        }
    }

    /** Renders the chart with values such as {@code replicas=2}. */
    Output template(String... values) {
        return templateFor(KUBERNETES, values);
    }

    /** Renders the chart for a version of Kubernetes. */
    Output templateFor(String kubernetes, String... values) {
        return template(NAMESPACE, kubernetes, values);
    }

    /** Renders the chart with a file of values. */
    Output templateWith(Path values) {
        return templateWith("jgbench", NAMESPACE, values);
    }

    /** The same for a release of another name. */
    Output templateWith(String release, String namespace, Path values) {
        return run(
                Map.of(),
                "template",
                release,
                CHART.toString(),
                "--namespace",
                namespace,
                "--kube-version",
                KUBERNETES,
                "--values",
                values.toString());
    }

    private Output template(String namespace, String kubernetes, String... values) {
        return template("jgbench", namespace, kubernetes, values);
    }

    private Output template(String release, String namespace, String kubernetes, String... values) {
        var arguments = new ArrayList<>(
                List.of("template", release, CHART.toString(), "--namespace", namespace, "--kube-version", kubernetes));
        for (String value : values) {
            arguments.addAll(List.of("--set", value));
        }
        return run(Map.of(), arguments.toArray(String[]::new));
    }

    /** The objects that the chart makes. */
    Objects objects(String... values) {
        return objectsIn(NAMESPACE, values);
    }

    /** The objects that the chart makes in another namespace. */
    Objects objectsIn(String namespace, String... values) {
        return objectsOf("jgbench", namespace, values);
    }

    /** The objects that a release of another name makes. */
    Objects objectsOf(String release, String namespace, String... values) {
        return objects(template(release, namespace, KUBERNETES, values));
    }

    /** The objects in what was rendered. */
    Objects objects(Output rendered) {
        if (rendered.status() != 0) {
            throw new IllegalStateException(rendered.text());
        }
        var objects = new ArrayList<JsonNode>();
        try {
            for (String document : rendered.text().split("(?m)^---$", -1)) {
                JsonNode object = yaml.readTree(document);
                if (object.has("kind")) {
                    objects.add(object);
                }
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the chart renders what is no YAML", e);
        }
        return new Objects(objects);
    }

    /** Rendered objects. */
    record Objects(List<JsonNode> all) {
        List<JsonNode> of(String kind) {
            return all.stream()
                    .filter(object -> object.get("kind").asText().equals(kind))
                    .toList();
        }

        JsonNode only(String kind) {
            var found = of(kind);
            if (found.size() != 1) {
                throw new IllegalStateException("expected one " + kind + ", found " + found.size());
            }
            return found.getFirst();
        }

        JsonNode named(String kind, String name) {
            return of(kind).stream()
                    .filter(object -> object.at("/metadata/name").asText().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no " + kind + " " + name));
        }
    }
}
