package io.jgbench.coordination.control;

/** Where a member's control server answers, and how much either side takes. */
public final class ControlPaths {
    /** GET: {@link io.jgbench.coordination.protocol.MemberState}. */
    public static final String STATE = "/v1/state";
    /** GET: {@link io.jgbench.coordination.protocol.ClockReading}. */
    public static final String CLOCK = "/v1/clock";
    /** POST {@link io.jgbench.coordination.protocol.PreflightRequest}, answered with the state: opens its sockets. */
    public static final String PREFLIGHT = "/v1/preflight";
    /** POST with an empty body, answered with the state when the paths to all others are probed. */
    public static final String PROBE = "/v1/preflight/probe";
    /** GET: {@link io.jgbench.coordination.protocol.PreflightReport}. */
    public static final String PREFLIGHT_REPORT = "/v1/preflight/report";
    /** POST {@link io.jgbench.coordination.protocol.JoinRequest}, answered with the state. */
    public static final String JOIN = "/v1/join";
    /** POST {@link io.jgbench.coordination.protocol.ArmRequest}, answered with the state. */
    public static final String ARM = "/v1/arm";
    /** POST with an empty body, answered with the state: ends a warm-up that lasts until it is steady. */
    public static final String END_WARMUP = "/v1/end-warmup";
    /** POST {@link io.jgbench.coordination.protocol.StartRequest}, answered with the state. */
    public static final String START = "/v1/start";
    /** POST {@link io.jgbench.coordination.protocol.WithdrawRequest}, answered with the state. */
    public static final String WITHDRAW = "/v1/withdraw";
    /** GET: {@link io.jgbench.coordination.protocol.MemberReport}. */
    public static final String REPORT = "/v1/report";
    /** POST with an empty body, answered with the state; the member exits afterwards. */
    public static final String STOP = "/v1/stop";

    /**
     * The largest request. A client's send buffer takes one whole, so that a member which does not read cannot hold
     * the controller.
     */
    public static final int MAX_REQUEST_BYTES = 128 * 1024;

    /** The largest answer but a report. */
    public static final int MAX_ANSWER_BYTES = 64 * 1024;

    /** The largest report. A member's series and samples are bounded so that its report is smaller. */
    public static final int MAX_REPORT_BYTES = 2 * 1024 * 1024;

    private ControlPaths() {}
}
