package io.jgbench.operator.drive;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.drive.ReportShelf;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.spool.SpoolFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The reports of a repetition in a file. The samples of a member, which are most of its report, stay there also when it
 * is read again: what is made of reports reads those of one member after the other.
 */
final class SpooledReports implements ReportShelf {
    private final Spool spool;
    private final ReentrantLock lock = new ReentrantLock();
    private SpoolFile file;

    /** With no report, and no file, yet. */
    SpooledReports(Spool spool) {
        this.spool = spool;
    }

    @Override
    public Kept keep(MemberReport report) {
        try {
            SpoolFile there = file();
            Activity activity = report.activity().on(there);
            SpoolFile.Part rest = there.append(deflated(ProtocolJson.write(report.with(Activity.NONE))));
            return () -> read(there, rest).with(activity);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the report of " + report.member() + " cannot be kept: " + e.getMessage(), e);
        }
    }

    @Override
    public int elsewhere(MemberReport report) {
        LongText rows = report.activity().rows();
        return rows.length();
    }

    private SpoolFile file() throws IOException {
        lock.lock();
        try {
            if (file == null) {
                file = spool.open();
            }
            return file;
        } finally {
            lock.unlock();
        }
    }

    private static MemberReport read(SpoolFile file, SpoolFile.Part rest) {
        try (var json = new InflaterInputStream(new ByteArrayInputStream(file.read(rest)))) {
            return ProtocolJson.readAnswer(json.readAllBytes(), MemberReport.class);
        } catch (IOException e) {
            throw new UncheckedIOException("a report that was kept cannot be read: " + e.getMessage(), e);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("the stored report is invalid: " + e.getMessage(), e);
        }
    }

    private static byte[] deflated(byte[] json) throws IOException {
        var out = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try (var deflating = new DeflaterOutputStream(out, deflater)) {
            deflating.write(json);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }
}
