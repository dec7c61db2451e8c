/**
 * The protocol between the controller and the members: JSON over HTTPS with the certificates of one run, and the memory
 * that fetched reports may take.
 */
package io.jgbench.coordination.control;
