/** What the cluster's admin allows runs and suites to ask for. */
package io.jgbench.operator.policy;
