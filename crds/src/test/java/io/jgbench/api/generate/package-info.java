/** Generates what is derived from the API's types: the custom resource definition and the reference. */
package io.jgbench.api.generate;
