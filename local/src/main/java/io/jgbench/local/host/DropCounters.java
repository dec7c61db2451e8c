package io.jgbench.local.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/** Reads from Linux' statistics how many frames were dropped. */
final class DropCounters {

    private static final int TRANSMIT_DROPS_COLUMN = 11;

    private DropCounters() {}

    /**
     * Frames that the queue of a device dropped.
     *
     * @param tcOutput what {@code tc -s -j qdisc show} wrote, asked for all devices: asked for one it leaves out its
     *     name
     */
    static long ofQueue(String tcOutput, String device) throws IOException {
        try {
            for (JsonNode qdisc : new JsonMapper().readTree(tcOutput)) {
                if (qdisc.path("dev").asText().equals(device)
                        && qdisc.path("root").asBoolean()) {
                    return qdisc.required("drops").asLong();
                }
            }
        } catch (JsonProcessingException e) {
            throw new IOException("tc -j did not answer in JSON: " + e.getOriginalMessage(), e);
        }
        throw new IOException("interface " + device + " has no queue in what tc -j answered");
    }

    /**
     * Frames that a device dropped on sending, those of its queues not counted.
     *
     * @param procNetDev the lines of {@code /proc/PID/net/dev}
     */
    static long ofSending(List<String> procNetDev, String device) throws IOException {
        for (var line : procNetDev) {
            var text = line.strip();
            if (text.startsWith(device + ":")) {
                var columns = text.substring(device.length() + 1).strip().split("\\s+", -1);
                return Long.parseLong(columns[TRANSMIT_DROPS_COLUMN]);
            }
        }
        throw new IOException("interface " + device + " has no statistics");
    }
}
