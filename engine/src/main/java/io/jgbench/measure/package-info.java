/** What every workload measures with: pacing, numbers of streams, time series. It knows no workload. */
package io.jgbench.measure;
