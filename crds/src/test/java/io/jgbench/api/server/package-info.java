/** What a real API server makes of the definition. */
package io.jgbench.api.server;
