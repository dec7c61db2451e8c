/** The HTTPS server that a member is commanded through, and what strangers at its port may cost. */
package io.jgbench.member.control;
