/** What runs in the pods of the tests: a program that looks at a node and its networks, and says what it finds. */
package io.jgbench.e2e.probe;
