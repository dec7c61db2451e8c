/** Judges what members found out about the network between them before they joined. */
package io.jgbench.coordination.preflight;
