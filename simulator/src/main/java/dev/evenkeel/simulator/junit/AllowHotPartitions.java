package dev.evenkeel.simulator.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Allows hot partitions in a test, or in all tests of a class and those nested in it, so that
 * {@link HotPartitionExtension} lets it pass. To require them, use {@link ExpectHotPartitions}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface AllowHotPartitions {
  /** The tables and indexes that may; all if none is named. */
  String[] value() default {};
}
