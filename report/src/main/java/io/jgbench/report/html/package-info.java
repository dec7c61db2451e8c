/** A run as one page that needs nothing but itself: no network, no server, no script. */
package io.jgbench.report.html;
