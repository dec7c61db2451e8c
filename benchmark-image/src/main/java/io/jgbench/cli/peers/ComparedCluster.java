package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.transport.Stacks;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The members of both programs of a comparison, and their stacks. */
final class ComparedCluster {
    private static final int MOST_MEMBERS = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(names = "--stack", defaultValue = "udp", description = "jgbench's stack (default ${DEFAULT-VALUE}).")
    private String stack;

    private int members;

    @Option(names = "--members", defaultValue = "4", description = "Members (default ${DEFAULT-VALUE}).")
    void members(int given) {
        new OptionChecks(mixee).between("--members", given, 2, MOST_MEMBERS);
        members = given;
    }

    int members() {
        return members;
    }

    String stack() {
        return stack;
    }

    /**
     * The other program's stack, which is jgbench's where none is given. Refuses stacks that are not there before
     * minutes of measuring.
     *
     * @param option the option that gives it
     * @param given what it gives, null if it is not given
     */
    String otherStack(String option, String given) throws BadInputException {
        String other = Optional.ofNullable(given).orElse(stack);
        check("--stack", stack);
        check(option, other);
        return other;
    }

    private static void check(String option, String stack) throws BadInputException {
        try {
            var ignored = new Stacks().load(stack);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(option + ": " + e.getMessage());
        }
        if (Stacks.needsKeyOfRun(stack)) {
            throw new BadInputException(option + ": stack " + stack + " needs the key of a run, which the program that"
                    + " jgbench is compared with does not have; take a stack without it");
        }
    }
}
