package io.jgbench.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Its tests run on the cluster that {@code ./jgbench e2e} brings up. A test may have a parameter of type
 * {@link io.fabric8.kubernetes.client.KubernetesClient}: an administrator's client, in a namespace that is made for the
 * test, allows privileged pods, and is deleted after it. When a test fails, the events, pod descriptions and logs of
 * its namespace are kept in a folder of the test's name.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClusterExtension.class)
public @interface ClusterTest {}
