package io.jgbench.cli.exit;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Refuses values of a command's options with a sentence: the option, what it may be, what was found.
 *
 * @param spec the command whose options they are
 */
public record OptionChecks(CommandSpec spec) {

    /** Both ends belong to the range. */
    public void between(String option, long found, long least, long most) {
        if (found < least || found > most) {
            throw refused(option + " must be between " + least + " and " + most + ", got: " + found);
        }
    }

    /** Refuses what is no whole multiple of a unit. */
    public void multipleOf(int unit, String option, long found) {
        if (found % unit != 0) {
            throw refused(option + " must be a multiple of " + unit + ", got: " + found);
        }
    }

    /** The exception to throw. */
    public ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
