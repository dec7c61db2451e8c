package io.jgbench.snapshot;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.MemberVariables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;

/**
 * Which program the member is, and where it runs.
 *
 * @param environment the variables of its process
 */
record ProgramFacts(Map<String, String> environment) {
    private static final String BUILD = "build.properties";
    private static final String NOT_TOLD = "the build was not told the commit; ./jgbench and images/build tell it";
    private static final String IN_NO_POD = "the member is in no pod";

    void addTo(Facts facts) {
        Properties build = build();
        facts.put(HostFact.JGBENCH, build.getProperty("version"));
        String commit = build.getProperty("commit");
        if (commit.isEmpty()) {
            facts.absent(HostFact.JGBENCH_COMMIT, NOT_TOLD);
        } else {
            facts.put(HostFact.JGBENCH_COMMIT, commit);
        }
        String link = environment.getOrDefault(MemberVariables.EMULATED_LINK, "");
        if (link.isEmpty()) {
            facts.absent(HostFact.EMULATED_LINK, "no link is emulated, or nothing limits it");
        } else {
            facts.put(HostFact.EMULATED_LINK, link);
        }
        String node = environment.getOrDefault(MemberVariables.NODE, "");
        if (node.isEmpty()) {
            facts.absent(HostFact.NODE, IN_NO_POD);
            facts.absent(HostFact.IMAGE_DIGEST, IN_NO_POD);
        } else {
            facts.put(HostFact.NODE, node);
            facts.absent(HostFact.IMAGE_DIGEST, "Kubernetes has not told the operator");
        }
    }

    private static Properties build() {
        var properties = new Properties();
        try (InputStream in = ProgramFacts.class.getResourceAsStream(BUILD)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the jar of this class has no readable " + BUILD, e);
        }
        return properties;
    }
}
