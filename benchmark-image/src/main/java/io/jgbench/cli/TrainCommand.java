package io.jgbench.cli;

import io.jgbench.local.ClassArchiveTraining;
import io.jgbench.local.host.ClassArchive;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Archives the classes of a member, so that members start faster; the launcher does this after a build. */
@Command(name = "train", hidden = true, description = "Archives the classes of a member, so that members start faster.")
final class TrainCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException, HostsUnavailableException, InterruptedException {
        MemberJvm jvm = MemberJvm.likeThisOne(List.of());
        ClassArchive archive = ClassArchives.of(jvm);
        boolean made = archive.isThere() || new ClassArchiveTraining(archive).train(jvm);
        return made ? ExitStatus.VALID : ExitStatus.FAILED;
    }
}
