/** What the whole operator needs to read, name, label and delete objects of Kubernetes. */
package io.jgbench.operator.kubernetes;
