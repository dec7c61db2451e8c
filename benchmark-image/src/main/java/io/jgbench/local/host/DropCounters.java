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
     * Frames that the queues of a device dropped.
     *
     * @param tcOutput what {@code tc -s -j qdisc show} wrote
     */
    static long ofQueues(String tcOutput, String device) throws IOException {
        try {
            long drops = 0;
            for (JsonNode qdisc : new JsonMapper().readTree(tcOutput)) {
                if (qdisc.path("dev").asText().equals(device)
                        && qdisc.path("root").asBoolean()) {
                    drops += qdisc.path("drops").asLong();
                }
            }
            return drops;
        } catch (JsonProcessingException e) {
            throw new IOException("tc -j did not answer in JSON: " + e.getOriginalMessage(), e);
        }
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
