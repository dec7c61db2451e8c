package io.jgbench.member.control;

/** A request of the controller. */
public final class ControlRequest {
    private final String method;
    private final String path;
    private final byte[] body;

    ControlRequest(String method, String path, byte[] body) {
        this.method = method;
        this.path = path;
        this.body = body;
    }

    /** Method and path, such as {@code GET /v1/state}. */
    public String asked() {
        return method + " " + path;
    }

    /** The body; empty where there is none. Not a copy. */
    public byte[] body() {
        return body;
    }
}
