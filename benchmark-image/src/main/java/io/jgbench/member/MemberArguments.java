package io.jgbench.member;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The member's command line. Two options do not pay for the start-up time of a parser.
 *
 * @param config the file that holds the configuration; standard input if empty
 * @param exitWithParent whether the end of standard input ends the member
 */
record MemberArguments(Optional<Path> config, boolean exitWithParent) {
    private static final String USAGE = "usage: io.jgbench.member.MemberMain [--config FILE] [--exit-with-parent]";

    static MemberArguments parse(List<String> arguments) throws MemberStartException {
        Optional<Path> config = Optional.empty();
        boolean exitWithParent = false;
        for (var rest = arguments.iterator(); rest.hasNext(); ) {
            switch (rest.next()) {
                case "--exit-with-parent" -> exitWithParent = true;
                case "--config" -> {
                    if (!rest.hasNext()) {
                        throw new MemberStartException("--config must be followed by a file; " + USAGE);
                    }
                    config = Optional.of(Path.of(rest.next()));
                }
                case String other -> throw new MemberStartException("no such option: " + other + "; " + USAGE);
            }
        }
        return new MemberArguments(config, exitWithParent);
    }
}
