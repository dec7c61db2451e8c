/** A test that is started by hand on each host and driven by key presses: UnicastTestRpcDist (2011). */
package io.jgbench.rpctest;
