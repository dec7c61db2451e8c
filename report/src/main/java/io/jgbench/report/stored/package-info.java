/** What was stored of runs and suites, in files, ConfigMaps and clusters, as it is read again. */
package io.jgbench.report.stored;
