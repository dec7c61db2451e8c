/** The pods of members, and those that restore hosts: how they are made, and what their statuses say. */
package io.jgbench.operator.pod;
