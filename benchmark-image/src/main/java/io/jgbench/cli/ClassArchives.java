package io.jgbench.cli;

import io.jgbench.local.host.ClassArchive;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where the archives of classes lie: in the folder that the launcher names, none where it names none. */
final class ClassArchives {
    private static final String FOLDER_PROPERTY = "jgbench.archives";

    private ClassArchives() {}

    /** The archive for a JVM. */
    static ClassArchive of(MemberJvm jvm) throws IOException {
        return ClassArchive.in(Path.of(System.getProperty(FOLDER_PROPERTY, "archives")), jvm);
    }

    /** The members' JVM with the given options, and with the archive where there is one. */
    static MemberJvm memberJvm(List<String> options) throws IOException {
        MemberJvm jvm = MemberJvm.likeThisOne(options);
        return System.getProperty(FOLDER_PROPERTY) == null ? jvm : of(jvm).use(jvm);
    }
}
