/**
 * A real API server for tests: etcd and kube-apiserver alone, without nodes, started once for all tests of a JVM.
 *
 * <p>Use it as
 *
 * <pre>{@code
 * @ApiServerTest
 * class BenchmarkRunOnApiServerTest {
 *     @Test
 *     void runIsAccepted(KubernetesClient client) {
 *         client.resource(run).create();
 *     }
 * }
 * }</pre>
 *
 * <p>{@link io.jgbench.testing.kubernetes.ApiServerTest} says what a test may ask for, and when it is skipped.
 */
package io.jgbench.testing.kubernetes;
