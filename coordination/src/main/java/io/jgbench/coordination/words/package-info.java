/** Lines and tables of text in which results are told. */
package io.jgbench.coordination.words;
