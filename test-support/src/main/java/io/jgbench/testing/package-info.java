/** What tests of several modules need: free ports, and the condition of tests that interrupt processes. */
package io.jgbench.testing;
