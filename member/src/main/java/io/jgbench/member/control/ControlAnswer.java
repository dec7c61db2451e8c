package io.jgbench.member.control;

import java.nio.charset.StandardCharsets;

/** An answer to the controller: a status of HTTP and a body of JSON. */
public final class ControlAnswer {
    private final int status;
    private final byte[] body;
    private final Runnable afterwards;

    /**
     * An answer.
     *
     * @param status of HTTP, 100 to 599
     * @param body JSON; not copied
     * @param afterwards is called when the answer has been sent
     */
    public ControlAnswer(int status, byte[] body, Runnable afterwards) {
        this.status = status;
        this.body = body;
        this.afterwards = afterwards;
    }

    /** What is called when it has been sent. */
    Runnable afterwards() {
        return afterwards;
    }

    /** As it goes on the wire, in one piece: head and body are to be one TLS record where they fit. */
    byte[] bytes(boolean keepsConnection) {
        byte[] head = ("HTTP/1.1 " + status + " \r\nContent-Type: application/json\r\nContent-Length: " + body.length
                        + (keepsConnection ? "" : "\r\nConnection: close") + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }
}
