package io.jgbench.cli.local;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.local.host.ClassArchive;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the archives of classes lie: in the folder that the launcher names, none where it names none. */
public final class ClassArchives {
    private static final String FOLDER_PROPERTY = "jgbench.archives";

    private ClassArchives() {}

    /** The archive for a JVM. */
    public static ClassArchive of(MemberJvm jvm) throws IOException {
        return ClassArchive.in(Path.of(System.getProperty(FOLDER_PROPERTY, "archives")), jvm);
    }

    /** The members' JVM with the given options, and with the archive where there is one. */
    public static MemberJvm memberJvm(List<String> options) throws BadInputException, IOException {
        MemberJvm jvm = MemberJvm.likeThisOne(options);
        if (System.getProperty(FOLDER_PROPERTY) == null) {
            return jvm;
        }
        for (Path entry : jvm.classPath()) {
            if (Files.notExists(entry)) {
                throw new BadInputException("the class path must hold jars and folders, and there is no " + entry
                        + "; look at JGBENCH_CLASSPATH");
            }
        }
        return of(jvm).use(jvm);
    }
}
