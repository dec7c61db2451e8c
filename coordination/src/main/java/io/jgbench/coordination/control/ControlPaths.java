package io.jgbench.coordination.control;

/** Where a member's control server answers, and how much either side takes. */
public final class ControlPaths {
    /**
     * The version of the protocol, with which all paths begin. It is raised when members and controllers of two
     * releases would misunderstand each other.
     */
    public static final int VERSION = 1;

    private static final String ROOT = "/v" + VERSION;

    /** GET: {@link io.jgbench.coordination.protocol.MemberState}. */
    public static final String STATE = ROOT + "/state";
    /** GET: {@link io.jgbench.coordination.protocol.ClockReading}. */
    public static final String CLOCK = ROOT + "/clock";
    /** POST {@link io.jgbench.coordination.protocol.PreflightRequest}, answered with the state: opens its sockets. */
    public static final String PREFLIGHT = ROOT + "/preflight";
    /** POST with an empty body, answered with the state when the paths to all others are probed. */
    public static final String PROBE = ROOT + "/preflight/probe";
    /** GET: {@link io.jgbench.coordination.protocol.PreflightReport}. */
    public static final String PREFLIGHT_REPORT = ROOT + "/preflight/report";
    /** POST {@link io.jgbench.coordination.protocol.JoinRequest}, answered with the state. */
    public static final String JOIN = ROOT + "/join";
    /** POST {@link io.jgbench.coordination.protocol.ArmRequest}, answered with the state. */
    public static final String ARM = ROOT + "/arm";
    /** POST with an empty body, answered with the state: ends a warm-up that lasts until it is steady. */
    public static final String END_WARMUP = ROOT + "/end-warmup";
    /** POST {@link io.jgbench.coordination.protocol.StartRequest}, answered with the state. */
    public static final String START = ROOT + "/start";
    /** POST {@link io.jgbench.coordination.protocol.WithdrawRequest}, answered with the state. */
    public static final String WITHDRAW = ROOT + "/withdraw";
    /** GET: {@link io.jgbench.coordination.protocol.MemberReport}. */
    public static final String REPORT = ROOT + "/report";
    /** POST with an empty body, answered with the state; the member exits afterwards. */
    public static final String STOP = ROOT + "/stop";

    /**
     * The largest request. A client's send buffer takes one whole, so that a member which does not read cannot hold
     * the controller.
     */
    public static final int MAX_REQUEST_BYTES = 128 * 1024;

    /**
     * The most that a stack may take as JSON, in which members get it: three quarters of a request, whose rest is for
     * the list of members.
     */
    public static final int MAX_STACK_BYTES = MAX_REQUEST_BYTES / 4 * 3;

    /** The largest answer but a report. */
    public static final int MAX_ANSWER_BYTES = 64 * 1024;

    /** The largest report. A member's series and samples are bounded so that its report is smaller. */
    public static final int MAX_REPORT_BYTES = 2 * 1024 * 1024;

    /** The largest report of a pre-flight. With 256 members it takes 150 KiB where every path is at its worst. */
    public static final int MAX_PREFLIGHT_REPORT_BYTES = 256 * 1024;

    private ControlPaths() {}
}
