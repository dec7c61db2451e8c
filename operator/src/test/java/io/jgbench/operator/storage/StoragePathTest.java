package io.jgbench.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoragePathTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../lab", "lab/..", "lab//run", "/lab", "lab/", ".jgbench-1", "a\nb", "a b"})
    void nameThatCouldLeadElsewhereIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> StoragePath.parse(text));
    }

    @Test
    void namesOfKubernetesAreTaken() {
        assertThat(StoragePath.parse("lab/jgbench")
                        .below(StoragePath.of("team-a", "udp.v2-20261101T100000Z"))
                        .toString())
                .isEqualTo("lab/jgbench/team-a/udp.v2-20261101T100000Z");
    }
}
