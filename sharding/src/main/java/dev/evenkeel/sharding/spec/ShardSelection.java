package dev.evenkeel.sharding.spec;

import java.util.List;

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
   * {@link ShardSelector#productOfCodePoints}, over the {@link ShardDeterminant} attribute or else
   * the sort key: only for tables that were built with it.
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
