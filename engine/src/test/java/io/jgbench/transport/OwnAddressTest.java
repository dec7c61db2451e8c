package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;

class OwnAddressTest {

    @Test
    void addressBelongsToAnInterfaceOfThisHost() throws Exception {
        assertThat(NetworkInterface.getByInetAddress(OwnAddress.find())).isNotNull();
    }
}
