/**
 * What a real API server makes of the definitions of {@code crds}. All modules wait for the tests of that one, and these
 * take the longest; the operator's have an API server anyway.
 */
package io.jgbench.api.server;
