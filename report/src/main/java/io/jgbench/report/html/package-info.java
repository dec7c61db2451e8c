/** What pages are made of: one file each that needs nothing but itself, no network, no server, no script. */
package io.jgbench.report.html;
