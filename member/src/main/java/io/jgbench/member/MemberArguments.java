package io.jgbench.member;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The member's command line. Four options do not pay for the start-up time of a parser.
 *
 * @param config the file that holds the configuration; standard input if empty
 * @param exitWithParent whether the end of standard input ends the member
 * @param tuningReport what the host's tuner has said, for the facts about the host
 * @param jgroups the folder from which JGroups has to come; empty for wherever it comes from
 */
record MemberArguments(
        Optional<Path> config, boolean exitWithParent, Optional<Path> tuningReport, Optional<Path> jgroups) {
    private static final String USAGE =
            "usage: io.jgbench.member.MemberMain [--config FILE] [--exit-with-parent] [--tuning-report FILE]"
                    + " [--jgroups FOLDER]";

    static MemberArguments parse(List<String> arguments) throws MemberStartException {
        Optional<Path> config = Optional.empty();
        Optional<Path> tuningReport = Optional.empty();
        Optional<Path> jgroups = Optional.empty();
        boolean exitWithParent = false;
        for (var rest = arguments.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            switch (option) {
                case "--exit-with-parent" -> exitWithParent = true;
                case "--config" -> config = Optional.of(file("--config", rest));
                case "--tuning-report" -> tuningReport = Optional.of(file("--tuning-report", rest));
                case "--jgroups" -> jgroups = Optional.of(file("--jgroups", rest));
                default -> throw new MemberStartException("no such option: " + option + "; " + USAGE);
            }
        }
        return new MemberArguments(config, exitWithParent, tuningReport, jgroups);
    }

    private static Path file(String option, Iterator<String> rest) throws MemberStartException {
        if (!rest.hasNext()) {
            throw new MemberStartException(option + " must be followed by a path; " + USAGE);
        }
        return Path.of(rest.next());
    }
}
