/** Stores reports, full results and digests of runs in ConfigMaps. */
package io.jgbench.operator.result;
