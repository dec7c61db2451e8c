package io.jgbench.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A good value of the field, as YAML; stands in the CRD and in messages about bad values. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Example {

    /** The value. */
    String value();
}
