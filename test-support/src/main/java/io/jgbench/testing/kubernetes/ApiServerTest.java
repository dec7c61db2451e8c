package io.jgbench.testing.kubernetes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Its tests run against a real API server, on which the custom resource definitions that are named are established.
 *
 * <p>A test, and its methods before and after each, may have parameters of these types:
 *
 * <ul>
 *   <li>{@link io.fabric8.kubernetes.client.KubernetesClient}: an administrator's client, whose namespace was made for
 *       this test alone. Asked for by {@code @BeforeAll} or the constructor of a class with one instance, the client
 *       and its namespace are the whole class's. It is closed by itself.
 *   <li>{@link ApiServer}: the server itself, for its kubeconfig, for {@code kubectl}, and for clients of other users.
 * </ul>
 *
 * <p>No controller runs beside the API server: nothing schedules pods, sets their status, collects what has lost its
 * owner or finishes the deletion of a namespace. A test does what it needs of that itself. The server is the same for
 * all tests of a JVM, so what has no namespace needs a name of its own, or is removed by the test.
 *
 * <p>Tests are skipped, with a sentence that says what to set, unless the environment variable
 * {@value KubernetesPrograms#BINARIES} names the folder of the prebuilt programs; nothing is downloaded.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("api-server")
@ExtendWith(ApiServerExtension.class)
public @interface ApiServerTest {
    /** Class path resources, each a custom resource definition as YAML. */
    String[] definitions() default {
        "META-INF/fabric8/benchmarkruns.jgbench.io-v1.yml", "META-INF/fabric8/benchmarksuites.jgbench.io-v1.yml"
    };
}
