/** The folder of a result, and what stands in it. */
package io.jgbench.report.files;
