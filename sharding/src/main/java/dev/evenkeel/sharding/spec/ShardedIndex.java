package dev.evenkeel.sharding.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Says beside {@code @DynamoDbSecondaryPartitionKey} that one of its global indexes is spread over
 * a number; {@link ShardingTags#shardedIndex} says the same in a schema made by hand. The sort key
 * of the index, if it has one, carries {@code @DynamoDbSecondarySortKey} as ever.
 *
 * <p>It is metadata only, as {@link ShardedPartitionKey} is. A class with it needs no sharded
 * partition key. {@link ShardedIndexSpec} explains the members, which are stored data.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(ShardingTags.class)
public @interface ShardedIndex {

  /** The name of the index. */
  String index();

  /** {@link ShardedIndexSpec#shards()}. */
  int shards();

  /** {@link ShardedIndexSpec#layout()}. */
  ShardedIndexSpec.Layout layout() default ShardedIndexSpec.Layout.MULTI_ATTRIBUTE;

  /** {@link ShardedIndexSpec#shard()}, of type N; {@code evenkeel.<index name>} if empty. */
  String shardAttribute() default "";

  /** {@link ShardedIndexSpec#first()}. */
  int first() default 0;

  /** {@link ShardedIndexSpec#raisedFrom}. */
  int[] raisedFrom() default {};
}
