package dev.evenkeel.simulator.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Expects hot partitions in a test, or in each test of a class and of those nested in it, so that
 * {@link HotPartitionExtension} lets it pass, and fails it if they stay cool: a design that is no
 * longer hot, or a load that is too small to show it, does not go unnoticed. For what may be hot
 * and need not, there is {@link AllowHotPartitions}. A test that fails by itself is not failed for
 * that, too. Where a test has several extensions, each expects them.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface ExpectHotPartitions {
  /**
   * The tables and indexes that go hot, each of them; if none is named, any is enough, and all may.
   */
  String[] value() default {};
}
