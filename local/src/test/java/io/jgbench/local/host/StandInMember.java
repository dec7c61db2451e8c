package io.jgbench.local.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;

/** Behaves as a member does towards who starts it; its configuration is a verb and an argument. */
final class StandInMember {

    private StandInMember() {}

    /** Takes {@code serve ADDRESS}, {@code stubborn ADDRESS} (does not end when asked to) or {@code fail REASON}. */
    public static void main(String[] args) throws IOException {
        var config = IO.readln().split(" ", 2);
        if (config[0].equals("fail")) {
            System.err.println(config[1]);
            System.exit(3);
        }
        if (config[0].equals("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(StandInMember::waitForEver));
        }
        try (var control = new ServerSocket(0, 5, InetAddress.ofLiteral(config[1]))) {
            System.out.println("[warning] as the JVM itself prints them");
            System.out.println("{\"controlPort\": " + control.getLocalPort() + "}");
            while (System.in.read() >= 0) {
                // what is written is of no interest, only that it ends
            }
        }
        System.exit(0);
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
