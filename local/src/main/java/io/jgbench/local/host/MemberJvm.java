package io.jgbench.local.host;

import io.jgbench.coordination.spec.MemberJvmOptions;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the JVM of a member is started.
 *
 * @param java the {@code java} command
 * @param classPath jars and folders, in order
 * @param mainClass the member's main class
 * @param archive an archive of loaded classes which lets the JVM start faster; see {@link ClassArchive}
 * @param options the user's own JVM options; they come last and so win over the defaults
 */
public record MemberJvm(
        Path java, List<Path> classPath, String mainClass, Optional<Path> archive, List<String> options) {

    /** The main class of a member. */
    public static final String MEMBER_MAIN = "io.jgbench.member.MemberMain";

    /** Copies the lists. */
    public MemberJvm {
        Objects.requireNonNull(java, "java");
        classPath = List.copyOf(classPath);
        Objects.requireNonNull(mainClass, "mainClass");
        Objects.requireNonNull(archive, "archive");
        options = List.copyOf(options);
    }

    /** The JVM and the class path of this process, for a member without an archive. */
    public static MemberJvm likeThisOne(List<String> options) {
        var classPath = new ArrayList<Path>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toAbsolutePath());
        }
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new MemberJvm(java, classPath, MEMBER_MAIN, Optional.empty(), options);
    }

    /**
     * The same with a jar before all others. It has no archive, as one is for the class path that it was made with.
     *
     * @param jar for instance another version of a library
     */
    public MemberJvm withInFront(Path jar) {
        var longer = new ArrayList<Path>();
        longer.add(jar.toAbsolutePath());
        longer.addAll(classPath);
        return new MemberJvm(java, longer, mainClass, Optional.empty(), options);
    }

    /** The whole command, with {@code --exit-with-parent} as the member's only argument. */
    public List<String> command() {
        var command = new ArrayList<>(javaWithClassPath());
        command.add(mainClass);
        command.add("--exit-with-parent");
        return command;
    }

    /** The command up to and including its options, for another class path. */
    public List<String> javaWithOptions() {
        var command = new ArrayList<String>();
        command.add(java.toString());
        command.addAll(new MemberJvmOptions(options).defaults());
        command.addAll(options);
        return command;
    }

    /** The command up to and including the class path, for another main class. */
    public List<String> javaWithClassPath() {
        List<String> command = javaWithOptions();
        archive.ifPresent(file -> command.add("-XX:AOTCache=" + file));
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator, classPath.stream().map(Path::toString).toList()));
        return command;
    }
}
