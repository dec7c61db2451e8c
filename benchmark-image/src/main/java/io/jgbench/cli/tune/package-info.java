/** The command {@code tune}, which changes this host's network settings and puts them back. */
package io.jgbench.cli.tune;
