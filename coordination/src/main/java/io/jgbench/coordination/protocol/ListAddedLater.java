package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A list as {@link AddedLater} is a count: where it is absent it has nothing. */
@JacksonAnnotationsInside
@JacksonInject(value = ListAddedLater.ABSENT, useInput = OptBoolean.TRUE)
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface ListAddedLater {
    /** The name under which the JSON's reader has the empty list. */
    String ABSENT = "absent list";
}
