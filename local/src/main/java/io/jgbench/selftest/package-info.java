/** Plants faults into runs on this machine and judges whether the results name them. */
package io.jgbench.selftest;
