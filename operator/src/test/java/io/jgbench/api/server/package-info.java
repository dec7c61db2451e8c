/**
 * What a real API server makes of the definitions of {@code crds}. All modules wait for the tests of that one, so these
 * slow ones stand beside the operator's, which have an API server anyway.
 */
package io.jgbench.api.server;
