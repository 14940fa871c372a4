package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * How the hot logical keys of one table are spread over shards. Immutable.
 *
 * <p>Everything here but {@link #maxProbe()} is part of the table's on-disk format: change it on a
 * table that holds data and reads miss what was written before. Nothing here needs to ask DynamoDB.
 */
public final class ShardingSpec {

  /** Room for two hundred shards, as AWS's text has it, several times over. */
  public static final int SHARDS_MAX = 1024;

  private final String tableName;
  private final KeySchema logicalKey;
  private final int shards;
  private final ShardSelector selector;
  private final SuffixFormat suffixFormat;
  private final boolean uniqueSortKeys;
  private final int maxProbe;

  private ShardingSpec(Builder builder, KeySchema logicalKey, ShardSelector selector) {
    this.tableName = builder.tableName;
    this.logicalKey = logicalKey;
    this.shards = builder.shards;
    this.selector = selector;
    this.suffixFormat = builder.suffixFormat;
    this.uniqueSortKeys = builder.uniqueSortKeys;
    this.maxProbe = builder.maxProbe;
  }

  /**
   * Starts a spec.
   *
   * @param tableName the table's name, or its ARN, which also tells the account it is in
   */
  public static Builder builder(String tableName) {
    return new Builder(tableName);
  }

  public String tableName() {
    return tableName;
  }

  /** The keys as callers see them. */
  public KeySchema logicalKey() {
    return logicalKey;
  }

  /** The name of the partition key attribute. */
  public String partitionKey() {
    return logicalKey.partitionKey().name();
  }

  /** The type of the partition key as callers see it. */
  public ScalarAttributeType partitionType() {
    return logicalKey.partitionKey().type();
  }

  /** The name of the sort key attribute. */
  public String sortKey() {
    return sort().name();
  }

  public ScalarAttributeType sortType() {
    return sort().type();
  }

  private KeyAttribute sort() {
    return logicalKey.sort().get(0);
  }

  public int shards() {
    return shards;
  }

  public ShardSelector selector() {
    return selector;
  }

  public SuffixFormat suffixFormat() {
    return suffixFormat;
  }

  /** Whether the caller has said that no two items of a logical key share a sort key. */
  public boolean uniqueSortKeys() {
    return uniqueSortKeys;
  }

  /** How many shards may be read to find one item whose shard is not known. */
  public int maxProbe() {
    return maxProbe;
  }

  /** Whether the shard of an item follows from its key alone. */
  public boolean shardKnownFromKey() {
    return selector.calculated() && logicalKey.attributes().containsAll(selector.determinants());
  }

  /**
   * Names everything that decides where items are stored; two specs that differ in it do not mix.
   */
  public String layoutId() {
    return String.join(
        "|",
        partitionKey() + ":" + partitionType(),
        sortKey() + ":" + sortType(),
        Integer.toString(shards),
        selector.id(),
        suffixFormat.separator(),
        suffixFormat.placement().name(),
        suffixFormat.first() + "/" + suffixFormat.digits());
  }

  /** A builder that starts from this spec. */
  public Builder toBuilder() {
    Builder builder = new Builder(tableName);
    builder.partitionKey = partitionKey();
    builder.partitionType = partitionType();
    builder.sortKey = sortKey();
    builder.sortType = sortType();
    builder.shards = shards;
    builder.selector = selector;
    builder.suffixFormat = suffixFormat;
    builder.uniqueSortKeys = uniqueSortKeys;
    builder.maxProbe = maxProbe;
    return builder;
  }

  @Override
  public String toString() {
    return "ShardingSpec[" + tableName + "|" + layoutId() + "]";
  }

  /**
   * Collects a spec. Required: {@link #partitionKey}, {@link #sortKey}, {@link #shards}. Defaults:
   * the selector is {@code hashOf(sort key)}, the suffix format {@link SuffixFormat#DEFAULT},
   * {@code maxProbe} 16.
   */
  public static final class Builder {
    private final String tableName;
    private @Nullable String partitionKey;
    private ScalarAttributeType partitionType = ScalarAttributeType.S;
    private @Nullable String sortKey;
    private ScalarAttributeType sortType = ScalarAttributeType.S;
    private int shards;
    private @Nullable ShardSelector selector;
    private SuffixFormat suffixFormat = SuffixFormat.DEFAULT;
    private boolean uniqueSortKeys;
    private int maxProbe = 16;

    private Builder(String tableName) {
      this.tableName = tableName;
    }

    /** The attribute that holds the logical key, a string. */
    public Builder partitionKey(String attribute) {
      return partitionKey(attribute, ScalarAttributeType.S);
    }

    /**
     * The attribute that holds the logical key, of the type callers see. A number cannot carry a
     * suffix, so the physical attribute of an N key is of type S; of an S or B key it stays as it
     * is.
     */
    public Builder partitionKey(String attribute, ScalarAttributeType type) {
      this.partitionKey = attribute;
      this.partitionType = type;
      return this;
    }

    /** The sort key attribute, a string. */
    public Builder sortKey(String attribute) {
      return sortKey(attribute, ScalarAttributeType.S);
    }

    public Builder sortKey(String attribute, ScalarAttributeType type) {
      this.sortKey = attribute;
      this.sortType = type;
      return this;
    }

    /** How many shards each logical key has, 1..{@value ShardingSpec#SHARDS_MAX}; 1 is plain. */
    public Builder shards(int count) {
      this.shards = count;
      return this;
    }

    public Builder selector(ShardSelector newSelector) {
      this.selector = newSelector;
      return this;
    }

    public Builder suffixFormat(SuffixFormat format) {
      this.suffixFormat = format;
      return this;
    }

    /**
     * Says that no two items of a logical key share a sort key: for a drawn selector it must be
     * said, because a put that overwrites would leave the older item on another shard, unseen.
     */
    public Builder uniqueSortKeys() {
      this.uniqueSortKeys = true;
      return this;
    }

    /**
     * How many shards a read may probe for one item whose shard is not known. Each costs at least
     * half a read unit: 200 shards cost 100.
     */
    public Builder maxProbe(int shardsMax) {
      this.maxProbe = shardsMax;
      return this;
    }

    /**
     * Checks the whole spec.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public ShardingSpec build() {
      List<String> problems = problems();
      if (partitionKey == null || sortKey == null || !problems.isEmpty()) {
        throw new IllegalArgumentException(
            "ShardingSpec for table '%s': %s".formatted(tableName, String.join("; ", problems)));
      }
      KeySchema key =
          KeySchema.of(
              new KeyAttribute(partitionKey, partitionType), new KeyAttribute(sortKey, sortType));
      return new ShardingSpec(
          this, key, selector == null ? ShardSelector.hashOf(sortKey) : selector);
    }

    private List<String> problems() {
      List<String> problems = new ArrayList<>();
      if (tableName.isBlank()) {
        problems.add("the table name is empty");
      }
      if (partitionKey == null || partitionKey.isEmpty()) {
        problems.add("partitionKey is not set: name the attribute that holds the logical key");
      }
      if (sortKey == null || sortKey.isEmpty()) {
        problems.add(
            "sortKey is not set: a table without a sort key holds one item per partition key value"
                + " and has nothing to spread");
      } else if (sortKey.equals(partitionKey)) {
        problems.add("partitionKey and sortKey are both '" + sortKey + "'");
      }
      if (shards < 1 || shards > SHARDS_MAX) {
        problems.add("shards must be 1.." + SHARDS_MAX + " but was " + shards);
      }
      if (maxProbe < 1) {
        problems.add("maxProbe must be at least 1 but was " + maxProbe);
      }
      addTypeProblems(problems);
      addSelectorProblems(problems);
      return problems;
    }

    private void addTypeProblems(List<String> problems) {
      Set<ScalarAttributeType> known =
          Set.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
      if (!known.contains(partitionType) || !known.contains(sortType)) {
        problems.add("key types must be S, N or B");
      }
    }

    private void addSelectorProblems(List<String> problems) {
      if (selector == null) {
        return;
      }
      if (!selector.calculated() && !uniqueSortKeys) {
        problems.add(
            "selector '"
                + selector.id()
                + "' cannot see an overwrite: call uniqueSortKeys() if no two items of a logical key"
                + " share a sort key, or use hashOf");
      }
      if (partitionKey != null && selector.determinants().equals(List.of(partitionKey))) {
        problems.add(
            "selector '" + selector.id() + "' gives one shard per logical key: nothing is spread");
      }
    }
  }
}
