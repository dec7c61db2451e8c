package io.jgbench.cli;

import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.local.ClassArchives;
import io.jgbench.local.ClassArchiveTraining;
import io.jgbench.local.host.ClassArchive;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Archives the classes of a member, so that members start faster, and then does a run as a user would, so that the JVM
 * of this command can archive its own. The launcher does this after a build.
 */
@Command(name = "train", hidden = true, description = "Makes the archives that let runs start faster.")
final class TrainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A small run.")
    private Path file;

    @Override
    public Integer call() throws IOException, HostsUnavailableException, InterruptedException {
        MemberJvm jvm = MemberJvm.likeThisOne(List.of());
        ClassArchive archive = ClassArchives.of(jvm);
        boolean made = archive.isThere() || new ClassArchiveTraining(archive).train(jvm);
        int ran = JgBench.commandLine().execute("run", file.toString());
        return made ? ran : ExitStatus.FAILED;
    }
}
