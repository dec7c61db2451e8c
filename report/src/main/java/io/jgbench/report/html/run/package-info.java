/** The page of one run: its verdict, and a section for each question that its figures answer. */
package io.jgbench.report.html.run;
