/** What several packages below share: clocks, and short forms of long texts. */
package io.jgbench.coordination;
