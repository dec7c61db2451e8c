/** What the cluster's admin allows runs to ask for. */
package io.jgbench.operator.policy;
