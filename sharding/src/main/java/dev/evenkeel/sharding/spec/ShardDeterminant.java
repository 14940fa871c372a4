package dev.evenkeel.sharding.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Marks an attribute from which the shard is calculated. Without it, that is the sort key.
 *
 * <p>Only key attributes can be determinants here: the Enhanced Client reads, updates and deletes
 * by key and has no place for another attribute, so {@link ShardingSpec#from} refuses it. To spread
 * by an attribute outside the key, make it a part of the sort key ({@link
 * dev.evenkeel.sharding.spec.composite.CompositeKey}), or use the low-level client, whose keys can
 * carry it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(ShardingTags.class)
public @interface ShardDeterminant {

  /**
   * Its place among several. The order is part of the table's on-disk format, so it is never left
   * to chance: of several determinants each needs a place of its own.
   */
  int order() default 0;
}
