/** What one sees of a run: progress, tables, documents and files. */
package io.jgbench.report;
