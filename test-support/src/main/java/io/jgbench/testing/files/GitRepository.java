package io.jgbench.testing.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A git repository that a test makes, whose commits need nothing of the user's own settings.
 *
 * @param folder its work tree
 */
public record GitRepository(Path folder) {
    private static final List<String> NOBODY =
            List.of("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false");

    /** A new one in a folder that is there. */
    public static GitRepository init(Path folder) throws IOException, InterruptedException {
        var repository = new GitRepository(folder);
        repository.git("init", "--quiet");
        return repository;
    }

    /** Commits what was added, be it nothing. */
    public void commit() throws IOException, InterruptedException {
        git("commit", "--quiet", "--allow-empty", "--message=test");
    }

    /** Commits all that is in the folder. */
    public void commitAll() throws IOException, InterruptedException {
        git("add", "--all");
        commit();
    }

    /**
     * Runs git in the folder.
     *
     * @throws IOException if it fails, with what it printed
     */
    public void git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(NOBODY);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = process.inputReader().readAllAsString();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + printed);
        }
    }
}
