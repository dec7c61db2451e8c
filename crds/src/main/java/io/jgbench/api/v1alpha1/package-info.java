/**
 * The API, version {@code v1alpha1}: what a user declares and what a run reports. The custom resource definition and
 * the reference in {@code docs/API.md} are generated from these types.
 *
 * <p>A record has as many components as the API has fields, as the definition is generated from them. Those of a
 * status, such as {@link io.jgbench.api.v1alpha1.StatusSummary}, are filled by builders, and so are those of large
 * settings where a user gave few of them or none.
 *
 * <p>A component is null, and a list or map empty, where the user did not give it.
 */
package io.jgbench.api.v1alpha1;
