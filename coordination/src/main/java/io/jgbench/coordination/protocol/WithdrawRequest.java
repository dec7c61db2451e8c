package io.jgbench.coordination.protocol;

/**
 * Takes back a start. The member does not begin at its instant, also if the start itself has not come yet; one that is
 * about to begin, or has begun, goes on. Its answer says which of the two it is.
 *
 * @param attempt which start, as in {@link StartRequest}
 */
public record WithdrawRequest(int attempt) {}
