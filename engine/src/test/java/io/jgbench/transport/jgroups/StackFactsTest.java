package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFactsTest {
    /** JGroups' default. */
    private static final String KEYSTORE_TYPE = "JCEKS";

    private static final String STORE_PASSWORD = "of\"the store";
    private static final String KEY_PASSWORD = "of the key";
    private static final String ALIAS = "hidden-alias";

    @TempDir
    private Path folder;

    @Test
    void secretsOfAStackStandInNoFact() throws Exception {
        Path keystore = keystore();

        Map<String, String> facts = facts("""
                <config>
                  <TCP/>
                  <TCPPING/>
                  <SYM_ENCRYPT keystore_name="%s" store_password="of&quot;the store"
                               key_password="${jgbench.test.none:of the key}" alias="hidden-alias"/>
                  <pbcast.NAKACK2/>
                  <UNICAST3/>
                  <pbcast.STABLE/>
                  <pbcast.GMS/>
                </config>
                """.formatted(keystore));

        assertThat(facts.values())
                .noneMatch(fact -> fact.contains(STORE_PASSWORD))
                .noneMatch(fact -> fact.contains(KEY_PASSWORD))
                .noneMatch(fact -> fact.contains(ALIAS));
        assertThat(facts.get(HostFact.JGROUPS_FACT.label("stack")))
                .contains(" store_password=\"***\" ", " key_password=\"***\" ", " alias=\"***\" ")
                .contains(" keystore_name=\"" + keystore + "\" ", " sym_algorithm=\"AES\" ");
    }

    @Test
    void secretThatJGroupsShowsIsKnownByItsName() throws Exception {
        Map<String, String> facts = facts("""
                <config>
                  <TCP/>
                  <kubernetes.KUBE_PING namespace="bench" clientKeyPassword="of the client"/>
                  <pbcast.NAKACK2/>
                  <UNICAST3/>
                  <pbcast.STABLE/>
                  <pbcast.GMS/>
                </config>
                """);

        assertThat(facts.get(HostFact.JGROUPS_FACT.label("stack")))
                .contains(" clientKeyPassword=\"***\" ", " namespace=\"bench\" ")
                .doesNotContain("of the client");
    }

    private static Map<String, String> facts(String xml) {
        try (var channel = ChannelFactory.create(new Stack("mine", xml), StackPlan.loopback())) {
            return StackFacts.of(channel, "mine");
        }
    }

    private Path keystore() throws Exception {
        KeyStore store = KeyStore.getInstance(KEYSTORE_TYPE);
        store.load(null, null);
        store.setEntry(
                ALIAS,
                new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(KEY_PASSWORD.toCharArray()));
        Path file = folder.resolve("keys.jceks");
        try (var out = Files.newOutputStream(file)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
        return file;
    }
}
