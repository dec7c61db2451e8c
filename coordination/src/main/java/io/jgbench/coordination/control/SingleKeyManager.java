package io.jgbench.coordination.control;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows the one certificate there is. A key store would encrypt the key only for it to be decrypted at once. */
final class SingleKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final X509Certificate[] chain;
    private final PrivateKey key;

    SingleKeyManager(X509Certificate[] chain, PrivateKey key) {
        this.chain = chain.clone();
        this.key = key;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return serverAlias(keyType);
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return serverAlias(keyType);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    /** The handshake asks for each type of key in turn; a key must not be shown as one of another type. */
    private String serverAlias(String keyType) {
        return keyType.equals(key.getAlgorithm()) ? ALIAS : null;
    }
}
