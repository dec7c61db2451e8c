package io.jgbench.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses values of a command's options with a sentence: the option, what it may be, what was found. */
record OptionChecks(CommandSpec spec) {

    /** Both ends belong to the range. */
    void between(String option, long found, long least, long most) {
        if (found < least || found > most) {
            throw refused(option + " must be between " + least + " and " + most + ", got: " + found);
        }
    }

    void multipleOf(int unit, String option, long found) {
        if (found % unit != 0) {
            throw refused(option + " must be a multiple of " + unit + ", got: " + found);
        }
    }

    /** The exception to throw. */
    ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
