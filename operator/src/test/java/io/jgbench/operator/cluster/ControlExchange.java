package io.jgbench.operator.cluster;

/**
 * A request to a member and its answer, as they went over the network.
 *
 * @param request empty where the request has no body
 * @param answer as JSON
 */
public record ControlExchange(String request, String answer) {}
