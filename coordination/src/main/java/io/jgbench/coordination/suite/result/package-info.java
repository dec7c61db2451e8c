/** What a suite came to, what is answered to the questions that it asks, and how that is stored. */
package io.jgbench.coordination.suite.result;
