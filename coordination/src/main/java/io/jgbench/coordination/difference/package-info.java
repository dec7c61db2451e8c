/** In what two runs differ. */
package io.jgbench.coordination.difference;
