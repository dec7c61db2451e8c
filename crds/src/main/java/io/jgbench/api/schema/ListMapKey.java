package io.jgbench.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The list is a map: its entries are told apart by one field, and server-side apply merges them by it. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ListMapKey {

    /** The name of that field. */
    String value();
}
