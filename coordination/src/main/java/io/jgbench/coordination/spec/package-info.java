/** A run as it was declared, checked and with all defaults filled in; the types of its values. */
package io.jgbench.coordination.spec;
