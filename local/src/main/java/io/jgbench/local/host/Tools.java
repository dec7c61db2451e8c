package io.jgbench.local.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The programs of this machine. */
public final class Tools {

    /** Where the administrator's tools are, should the PATH of the user not hold them. */
    private static final List<String> USUAL_FOLDERS = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");

    private final List<String> folders;

    Tools(List<String> folders) {
        this.folders = List.copyOf(folders);
    }

    /** Those on the PATH, and after them those of the administrator. */
    public static Tools ofThisMachine() {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return new Tools(Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), USUAL_FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .toList());
    }

    /** Where a program is, if it is installed. */
    public Optional<String> find(String program) {
        return folders.stream()
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
