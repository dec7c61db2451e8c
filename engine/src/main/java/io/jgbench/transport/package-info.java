/**
 * What a transport is: it sends bytes to one member or to all, hands over received ones, and knows nothing of the
 * workload. The transports themselves have a package each.
 */
package io.jgbench.transport;
