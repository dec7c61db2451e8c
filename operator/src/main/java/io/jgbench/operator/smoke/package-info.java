/** A small run that shows whether an installation works. */
package io.jgbench.operator.smoke;
