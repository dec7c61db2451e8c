package io.jgbench.e2e.operator;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Its tests run on the cluster that {@code ./jgbench e2e} brings up, with the operator installed once for all of them.
 * A test, or its {@code BeforeAll}, may have a parameter of type {@link Lab}; the runs that were applied to it are
 * deleted after it. When a test fails, the runs, events, pods and logs are kept in a folder of the test's name.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OperatorExtension.class)
public @interface OperatorTest {}
