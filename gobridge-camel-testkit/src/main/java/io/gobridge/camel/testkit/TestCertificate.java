package io.gobridge.camel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that nobody signed, made by the JDK's own tool. */
final class TestCertificate {

    static final String PASSWORD = "changeit";

    private final Path keyStore;

    /** Makes the key store. */
    TestCertificate(Path keyStore) {
        this.keyStore = keyStore;
        generate();
    }

    Path keyStore() {
        return keyStore;
    }

    /** Returns a context that trusts this certificate and no other. */
    SSLContext context() {
        try (InputStream in = Files.newInputStream(keyStore)) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(in, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The key store is not usable", e);
        }
    }

    private void generate() {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        ProcessBuilder command = new ProcessBuilder(
                tool, "-genkeypair", "-alias", "broker", "-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext",
                "SAN=IP:127.0.0.1", "-validity", "3650", "-storetype", "PKCS12", "-keystore", keyStore.toString(),
                "-storepass", PASSWORD).redirectErrorStream(true);
        try {
            Process process = command.start();
            String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (process.waitFor() != 0) {
                throw new IllegalStateException("keytool failed: " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while keytool ran", e);
        }
    }
}
