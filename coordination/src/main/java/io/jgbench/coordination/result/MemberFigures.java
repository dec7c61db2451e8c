package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What one member's report comes to, by the workload's own definitions. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface MemberFigures {}
