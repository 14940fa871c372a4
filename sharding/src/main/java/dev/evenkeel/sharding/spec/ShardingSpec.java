package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * How the hot logical keys of one table are spread over shards. Immutable.
 *
 * <p>Everything here but {@link #maxProbe()}, {@link #order()}, {@link #upsertOnDrawnShard()} and
 * {@link #indexes()} is part of the table's on-disk format: change it on a table that holds data
 * and reads miss what was written before. Nothing here needs to ask DynamoDB.
 */
public final class ShardingSpec {

  /** Room for two hundred shards, as AWS's text has it, several times over. */
  public static final int SHARDS_MAX = 1024;

  private final String tableName;
  private final KeySchema logicalKey;
  private final ShardCounts shardCounts;
  private final ShardSelector selector;
  private final SuffixFormat suffixFormat;
  private final boolean uniqueSortKeys;
  private final boolean upsertOnDrawnShard;
  private final int maxProbe;
  private final ScatterOrder order;
  private final List<IndexSpec> indexes;

  private ShardingSpec(Builder builder, KeySchema logicalKey, ShardSelector selector) {
    this.tableName = builder.tableName;
    this.logicalKey = logicalKey;
    this.shardCounts = builder.shardCounts;
    this.selector = selector;
    this.suffixFormat = builder.suffixFormat;
    this.uniqueSortKeys = builder.uniqueSortKeys;
    this.upsertOnDrawnShard = builder.upsertOnDrawnShard;
    this.maxProbe = builder.maxProbe;
    this.order = builder.order;
    this.indexes = List.copyOf(builder.indexes);
  }

  /**
   * Starts a spec.
   *
   * @param tableName the table's name, or its ARN, which also tells the account it is in
   */
  public static Builder builder(String tableName) {
    return new Builder(tableName);
  }

  /**
   * Reads the spec of a table from {@link ShardedPartitionKey} and {@link ShardDeterminant} on a
   * bean or immutable, or from {@link ShardingTags} in a schema made by hand.
   *
   * @throws IllegalArgumentException naming the class and listing what is wrong with it
   */
  public static ShardingSpec from(String tableName, TableSchema<?> schema) {
    return MappedSpec.of(tableName, schema);
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

  /** How many shards each logical key has. */
  public ShardCounts shardCounts() {
    return shardCounts;
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

  /** Whether UpdateItem may create an item whose shard is drawn. */
  public boolean upsertOnDrawnShard() {
    return upsertOnDrawnShard;
  }

  /** How many shards may be read to find one item whose shard is not known. */
  public int maxProbe() {
    return maxProbe;
  }

  /** The order of a query over several shards. */
  public ScatterOrder order() {
    return order;
  }

  /** The indexes whose partition key is the sharded attribute, as far as they are declared. */
  public List<IndexSpec> indexes() {
    return indexes;
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
        shardCounts.id(),
        selector.id(),
        suffixFormat.separator(),
        suffixFormat.placement().name(),
        suffixFormat.first() + "/" + suffixFormat.digits());
  }

  /**
   * Compares this spec with the table it names: keys, their stored types, and indexes keyed by the
   * sharded attribute. Reads one description and nothing else; it costs no capacity. Whether the
   * items were put with this very spec, a description does not tell.
   *
   * @param undecorated a client that shows the table as it is stored
   * @throws SpecMismatchException listing every mismatch
   * @throws software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException if there is no
   *     such table
   */
  public void verifyAgainst(DynamoDbClient undecorated) {
    verify(undecorated.describeTable(describe()));
  }

  /** The same, failing the future; the client's own failures come as they are. */
  public CompletableFuture<Void> verifyAgainst(DynamoDbAsyncClient undecorated) {
    return undecorated.describeTable(describe()).thenAccept(this::verify);
  }

  private DescribeTableRequest describe() {
    return DescribeTableRequest.builder().tableName(tableName).build();
  }

  private void verify(DescribeTableResponse described) {
    List<String> mismatches = TableMismatches.of(this, described.table());
    if (!mismatches.isEmpty()) {
      throw new SpecMismatchException(tableName, mismatches);
    }
  }

  /** A builder that starts from this spec. */
  public Builder toBuilder() {
    Builder builder = new Builder(tableName);
    builder.partitionKey = partitionKey();
    builder.partitionType = partitionType();
    builder.sortKey = sortKey();
    builder.sortType = sortType();
    builder.shardCounts = shardCounts;
    builder.selector = selector;
    builder.suffixFormat = suffixFormat;
    builder.uniqueSortKeys = uniqueSortKeys;
    builder.upsertOnDrawnShard = upsertOnDrawnShard;
    builder.maxProbe = maxProbe;
    builder.order = order;
    builder.indexes.addAll(indexes);
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
    final String tableName;
    @Nullable String partitionKey;
    ScalarAttributeType partitionType = ScalarAttributeType.S;
    @Nullable String sortKey;
    ScalarAttributeType sortType = ScalarAttributeType.S;
    ShardCounts shardCounts = new ShardCounts(0, List.of());
    @Nullable ShardSelector selector;
    private SuffixFormat suffixFormat = SuffixFormat.DEFAULT;
    boolean uniqueSortKeys;
    boolean upsertOnDrawnShard;
    int maxProbe = 16;
    private ScatterOrder order = ScatterOrder.SORTED;
    final List<IndexSpec> indexes = new ArrayList<>();

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
      this.shardCounts = shardCounts.withDefault(count);
      return this;
    }

    /** Gives some logical keys another count; of several rules the first that applies counts. */
    public Builder shards(KeyRule rule) {
      this.shardCounts = shardCounts.with(rule);
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
     * Lets UpdateItem create an item that it finds on no shard, on a drawn one. Without this it
     * fails with {@link NoItemToUpdateException}, because looking and creating are two steps: two
     * updates at the same time may both find nothing and create the item twice. Only for a drawn
     * selector; under a calculated one UpdateItem creates items as it does plainly.
     */
    public Builder upsertOnDrawnShard() {
      this.upsertOnDrawnShard = true;
      return this;
    }

    /**
     * How many shards may be probed for one item whose shard is not known. Each costs at least half
     * a read unit: 200 shards cost 100.
     */
    public Builder maxProbe(int shardsMax) {
      this.maxProbe = shardsMax;
      return this;
    }

    /** The order of a query over several shards; {@link ScatterOrder#SORTED} unless said. */
    public Builder order(ScatterOrder newOrder) {
      this.order = newOrder;
      return this;
    }

    /**
     * Declares a local secondary index, which has the table's partition key: queries on it are
     * merged in the order of its own sort key. An index that is not declared cannot be queried by
     * the logical key, since nothing here asks DynamoDB for the sort key that orders it.
     */
    public Builder localIndex(String name, KeyAttribute indexSort) {
      indexes.add(new IndexSpec(name, IndexSpec.Scope.LOCAL, indexSort));
      return this;
    }

    /** Declares a global secondary index whose partition key is the table's, as a local one. */
    public Builder globalIndex(String name, KeyAttribute indexSort) {
      indexes.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, indexSort));
      return this;
    }

    /**
     * Declares a global secondary index whose partition key is the table's and which has no sort
     * key: queries on it come shard by shard, each in DynamoDB's own order.
     */
    public Builder globalIndex(String name) {
      indexes.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, null));
      return this;
    }

    /**
     * Checks the whole spec.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public ShardingSpec build() {
      List<String> problems = SpecProblems.of(this);
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
  }
}
