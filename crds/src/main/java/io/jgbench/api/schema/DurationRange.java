package io.jgbench.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The field is a duration such as {@code 1m30s} and lies within bounds; a rule in the CRD holds it to them. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DurationRange {

    /** Units h, m, s, ms, us, each with a whole number before it. */
    String PATTERN = "^([0-9]{1,18}(h|m|s|ms|us))+$";

    /** The shortest duration allowed. */
    String min();

    /** The longest duration allowed. */
    String max();
}
