package io.jgbench.perftest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A report on its way: compressed and cut into parts of which each fits into one frame, as a transport may carry no
 * more and as one that loses datagrams loses fewer of them so.
 */
final class ReportParts {
    private static final int PART_BYTES = 900;
    private static final int MAX_REPORT_BYTES = 16 * 1024 * 1024;

    private final String[] parts;

    ReportParts(int parts) {
        this.parts = new String[parts];
    }

    /** Cuts a report. */
    static List<GroupMessage.ReportPart> cut(String from, byte[] report) {
        byte[] compressed = compressed(report);
        int count = Math.ceilDiv(compressed.length, PART_BYTES);
        List<GroupMessage.ReportPart> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] part =
                    Arrays.copyOfRange(compressed, i * PART_BYTES, Math.min(compressed.length, (i + 1) * PART_BYTES));
            parts.add(new GroupMessage.ReportPart(
                    from, i, count, Base64.getEncoder().encodeToString(part)));
        }
        return parts;
    }

    /** Adds a part; one that is there already is harmless. */
    void add(GroupMessage.ReportPart part) {
        parts[part.number()] = part.text();
    }

    boolean complete() {
        return Arrays.stream(parts).allMatch(part -> part != null);
    }

    /** The report, once it is complete. */
    byte[] bytes() {
        var compressed = new ByteArrayOutputStream();
        for (String part : parts) {
            compressed.writeBytes(Base64.getDecoder().decode(part));
        }
        try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
            return in.readNBytes(MAX_REPORT_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException("a report cannot be unpacked: " + e.getMessage(), e);
        }
    }

    private static byte[] compressed(byte[] report) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
