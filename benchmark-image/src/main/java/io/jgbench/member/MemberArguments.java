package io.jgbench.member;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The member's command line. Three options do not pay for the start-up time of a parser.
 *
 * @param config the file that holds the configuration; standard input if empty
 * @param exitWithParent whether the end of standard input ends the member
 * @param tuningReport what the host's tuner has said, for the facts about the host
 */
record MemberArguments(Optional<Path> config, boolean exitWithParent, Optional<Path> tuningReport) {
    private static final String USAGE =
            "usage: io.jgbench.member.MemberMain [--config FILE] [--exit-with-parent]" + " [--tuning-report FILE]";

    static MemberArguments parse(List<String> arguments) throws MemberStartException {
        Optional<Path> config = Optional.empty();
        Optional<Path> tuningReport = Optional.empty();
        boolean exitWithParent = false;
        for (var rest = arguments.iterator(); rest.hasNext(); ) {
            switch (rest.next()) {
                case "--exit-with-parent" -> exitWithParent = true;
                case "--config" -> config = Optional.of(file("--config", rest));
                case "--tuning-report" -> tuningReport = Optional.of(file("--tuning-report", rest));
                case String other -> throw new MemberStartException("no such option: " + other + "; " + USAGE);
            }
        }
        return new MemberArguments(config, exitWithParent, tuningReport);
    }

    private static Path file(String option, Iterator<String> rest) throws MemberStartException {
        if (!rest.hasNext()) {
            throw new MemberStartException(option + " must be followed by a file; " + USAGE);
        }
        return Path.of(rest.next());
    }
}
