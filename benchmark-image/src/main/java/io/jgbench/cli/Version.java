package io.jgbench.cli;

import picocli.CommandLine.IVersionProvider;

/** The versions of this program, of JGroups and of the JVM. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String own = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "jgbench " + (own == null ? "(not packaged)" : own),
            org.jgroups.Version.printDescription(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version")
        };
    }
}
