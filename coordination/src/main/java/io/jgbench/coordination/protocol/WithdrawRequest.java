package io.jgbench.coordination.protocol;

/**
 * Withdraws a start. The member then does not begin at that instant, even if the start itself arrives later. A member
 * that is about to begin, or has begun, continues. Its answer says which of the two applies.
 *
 * @param attempt which start, as in {@link StartRequest}
 */
public record WithdrawRequest(int attempt) {}
