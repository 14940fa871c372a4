package dev.evenkeel.sharding.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Says beside {@code @DynamoDbPartitionKey} how the key's values are spread over shards. On a
 * getter or setter of a bean, or a getter of an immutable; {@link ShardingTags#shardedPartitionKey}
 * says the same in a schema made by hand.
 *
 * <p>It is metadata only: {@link ShardingSpec#from} reads it, and the sharding client that is given
 * that spec does the work. An Enhanced Client over any other client ignores it and writes plain
 * keys. The method of the same name in {@link ShardingSpec.Builder} explains each member, and
 * whether it is part of the table's on-disk format. Shard counts of single keys are added to the
 * spec: {@code ShardingSpec.from(...).toBuilder().shards(rule).build()}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(ShardingTags.class)
public @interface ShardedPartitionKey {

  /**
   * The number of shards of each value; 1 is plain. Where there are pieces, below the first of
   * them.
   */
  int shards();

  /** Other counts from certain sort keys on, in ascending order: {@link Pieces}. */
  Piece[] pieces() default {};

  /**
   * Other counts from certain partition keys on, in ascending order: {@link
   * KeyRule#byPartitionKey}. Not together with {@link #pieces()}.
   */
  Piece[] partitionPieces() default {};

  /** A piece: the keys from one on have another count. */
  @Target({})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Piece {

    /** The first key of the piece: a text, or a number in decimals if the key is a number. */
    String from();

    /** The number of shards; 1 is plain. */
    int shards();
  }

  /** The rule that picks the shard. */
  ShardSelection selection() default ShardSelection.CALCULATED;

  /**
   * The attributes that hold the idempotency token of a put, for {@link ShardSelection#BY_TOKEN};
   * of type S, N or B. Their order is that of {@link ShardSelector#byToken}.
   */
  String[] token() default {};

  /**
   * A selector of your own, instead of a {@link #selection()}: a public class with a public
   * constructor without parameters. {@code ShardSelector} itself stands for none. It names its
   * determinants, which must be key attributes.
   */
  Class<? extends ShardSelector> selector() default ShardSelector.class;

  /** {@link SuffixFormat#separator()}. */
  String separator() default ".";

  /** {@link SuffixFormat#placement()}. */
  SuffixFormat.Placement placement() default SuffixFormat.Placement.SUFFIX;

  /** {@link SuffixFormat#first()}. */
  int first() default 0;

  /** {@link SuffixFormat#digits()}. */
  int digits() default 0;

  /** {@link ShardingSpec.Builder#uniqueSortKeys()}. */
  boolean uniqueSortKeys() default false;

  /** {@link ShardingSpec.Builder#upsertOnDrawnShard()}. */
  boolean upsertOnDrawnShard() default false;

  /** {@link ShardingSpec.Builder#maxProbe(int)}. By default all shards that the key has. */
  int maxProbe() default ShardingSpec.SHARDS_MAX;

  /** {@link ShardingSpec.Builder#order(ScatterOrder)}. */
  ScatterOrder order() default ScatterOrder.SORTED;
}
