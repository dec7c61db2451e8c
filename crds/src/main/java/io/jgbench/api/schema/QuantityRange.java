package io.jgbench.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The field is a Kubernetes quantity of whole bytes, a number or a string such as {@code 1k} (1000) or {@code 1Ki}
 * (1024), and lies within bounds; a rule in the CRD holds it to them.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface QuantityRange {

    /** A whole number and a suffix. */
    String PATTERN = "^[0-9]{1,18}(k|M|G|Ki|Mi|Gi)?$";

    /** The least number of bytes allowed. */
    long minBytes();

    /** The largest number of bytes allowed. */
    long maxBytes();
}
