/** Annotations that say of a field what the CRD generator's own annotations cannot. */
package io.jgbench.api.schema;
