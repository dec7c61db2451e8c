/** Which fault strikes which run in which stage, and which endings are right: no cluster is needed for it. */
package io.jgbench.e2e.faults.plan;
