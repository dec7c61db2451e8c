/** The member's image on one engine: members in containers, and a controller in this JVM. */
package io.jgbench.e2e.container;
