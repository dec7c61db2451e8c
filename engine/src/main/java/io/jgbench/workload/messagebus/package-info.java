/**
 * The workload MessageBus: streams of messages from member to member, with sampled responses, or requests and
 * responses. Members that are started by hand, and come and go, use its parts by
 * {@link io.jgbench.workload.messagebus.BusMember}.
 */
package io.jgbench.workload.messagebus;
