package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A count that members of an earlier version do not tell, and that results do not hold that an earlier version stored.
 * Where it is absent it is 0, so that an operator finishes the runs that it finds under way when it is upgraded, and
 * old results are read. In an answer everything else has to be there.
 */
@JacksonAnnotationsInside
@JacksonInject(value = AddedLater.ABSENT, useInput = OptBoolean.TRUE)
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface AddedLater {
    /** The name under which the JSON's reader has the 0. */
    String ABSENT = "absent count";
}
