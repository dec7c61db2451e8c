package io.jgbench.snapshot;

import java.util.ArrayList;
import java.util.List;

/**
 * The folders in which the kernel tells of a process' control group and of those above it, relative to where control
 * groups are mounted; the kernel's {@code admin-guide/cgroup-v2.rst} and {@code cgroup-v1/}.
 */
public final class ControlGroup {
    private ControlGroup() {}

    /**
     * The folders of the group and of those above it, from the innermost one on, for each mount that may have it: of
     * the hierarchy of version 1 that has the controller, which is mounted by its own name or by those of all that it
     * has, then of version 2. In a container the mount is the group itself, whatever the path says.
     *
     * @param lines of {@code /proc/self/cgroup}, such as {@code 0::/path} or {@code 4:cpu,cpuacct:/path}
     * @param controller such as {@code cpu}
     */
    public static List<List<String>> folders(List<String> lines, String controller) {
        List<List<String>> mounts = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split(":", 3);
            boolean isNew = parts.length == 3 && parts[1].isEmpty();
            boolean isOld =
                    parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller);
            if (isOld) {
                mounts.add(upwards(parts[1], parts[2]));
                mounts.add(upwards(controller, parts[2]));
            } else if (isNew) {
                mounts.add(upwards(".", parts[2]));
            }
        }
        return mounts;
    }

    private static List<String> upwards(String mount, String path) {
        List<String> folders = new ArrayList<>();
        for (String rest = path.replaceAll("/+$", "");
                !rest.isEmpty();
                rest = rest.substring(0, rest.lastIndexOf('/'))) {
            folders.add(mount + rest + "/");
        }
        folders.add(mount + "/");
        return folders;
    }
}
