package dev.evenkeel.sharding.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
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

  /** The selectors that {@link ShardedPartitionKey} can name. */
  public enum ShardSelection {
    /**
     * {@link ShardSelector#hashOf}, over the {@link ShardDeterminant} attributes or else the sort
     * key.
     */
    CALCULATED {
      @Override
      ShardSelector selector(List<String> determinants) {
        List<String> more = determinants.subList(1, determinants.size());
        return ShardSelector.hashOf(determinants.get(0), more.toArray(String[]::new));
      }
    },

    /** {@link ShardSelector#random()}; needs {@link ShardedPartitionKey#uniqueSortKeys()}. */
    RANDOM {
      @Override
      ShardSelector selector(List<String> determinants) {
        return ShardSelector.random();
      }
    },

    /** {@link ShardSelector#rotating()}; needs {@link ShardedPartitionKey#uniqueSortKeys()}. */
    ROTATING {
      @Override
      ShardSelector selector(List<String> determinants) {
        return ShardSelector.rotating();
      }
    },

    /**
     * {@link ShardSelector#byToken}, over the attributes that {@link ShardedPartitionKey#token()}
     * names; needs {@link ShardedPartitionKey#uniqueSortKeys()}.
     */
    BY_TOKEN {
      @Override
      ShardSelector selector(List<String> token) {
        List<String> more = token.subList(1, token.size());
        return ShardSelector.byToken(token.get(0), more.toArray(String[]::new));
      }
    },

    /**
     * {@link ShardSelector#productOfCodePoints}, over the {@link ShardDeterminant} attribute or
     * else the sort key: only for tables that were built with it.
     */
    PRODUCT_OF_CODE_POINTS {
      @Override
      ShardSelector selector(List<String> determinants) {
        if (determinants.size() > 1) {
          throw new IllegalArgumentException(
              "PRODUCT_OF_CODE_POINTS calculates from one attribute, but @ShardDeterminant is on "
                  + determinants);
        }
        return ShardSelector.productOfCodePoints(determinants.get(0));
      }
    };

    /** Whether the shard follows from attributes. */
    boolean calculated() {
      return this == CALCULATED || this == PRODUCT_OF_CODE_POINTS;
    }

    /**
     * Makes the selector.
     *
     * @param determinants the attributes to calculate from, or those of the token; at least one
     */
    abstract ShardSelector selector(List<String> determinants);
  }
}
