package io.jgbench.member;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jgroups.Version;

/**
 * Makes sure that the member runs with the JGroups that its run asks for. A folder that is not there is passed over on
 * a class path, and the figures would be those of another JGroups.
 *
 * @param folder where the jars are that were put in front of the class path
 */
record CarriedJGroups(Path folder) {

    /** What is wrong, in one sentence; empty if JGroups came from that folder. */
    Optional<String> problem() {
        if (!Files.isDirectory(folder)) {
            return Optional.of("the members' image does not carry JGroups " + folder.getFileName() + ", which"
                    + " jgroups.version names; it carries " + others() + ".");
        }
        // classes of the JVM's archive (-XX:AOTCache) that are in no jar of the class path have no location
        Path from = Optional.ofNullable(
                        Version.class.getProtectionDomain().getCodeSource().getLocation())
                .map(URL::getPath)
                .map(Path::of)
                .orElse(Path.of("an archive of classes"));
        return from.startsWith(folder.toAbsolutePath())
                ? Optional.empty()
                : Optional.of("JGroups " + Version.printVersion() + " came from " + from + " and not from " + folder
                        + ", which jgroups.version names; put a jar with org.jgroups into that folder of the image.");
    }

    private String others() {
        Path all = folder.toAbsolutePath().getParent();
        try (var carried = Files.list(all)) {
            String names =
                    carried.map(each -> each.getFileName().toString()).sorted().collect(Collectors.joining(", "));
            return names.isEmpty() ? "none" : names;
        } catch (IOException e) {
            return "none: there is no folder " + all;
        }
    }
}
