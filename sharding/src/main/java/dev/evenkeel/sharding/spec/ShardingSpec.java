package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The configuration that spreads the hot logical keys of one table over shards. Immutable.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#sharding -->
 *
 * <pre>{@code
 * ShardingSpec hits =
 *     ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(22).build();
 * }</pre>
 *
 * <p>Everything here but {@link #maxProbe()}, {@link #order()}, {@link #upsertOnDrawnShard()},
 * {@link #heat()} and {@link #indexes()} is part of the table's on-disk format: change it on a
 * table that holds data and reads miss what was written before.
 */
public final class ShardingSpec {
  /** Room for two hundred shards, as AWS's text has it, several times over. */
  public static final int SHARDS_MAX = 1024;

  private final SpecDraft settings;
  private final KeySchema logicalKey;
  private final ShardSelector selector;

  private ShardingSpec(SpecDraft settings, KeySchema logicalKey) {
    this.settings = settings;
    this.logicalKey = logicalKey;
    this.selector = settings.selectorFor(logicalKey);
  }

  /** Starts the spec of a table, which goes by its name or by its ARN with the account. */
  public static Builder builder(String tableName) {
    return new Builder(new SpecDraft(tableName));
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
    return settings.tableName;
  }

  /** The keys as callers see them. */
  public KeySchema logicalKey() {
    return logicalKey;
  }

  public String partitionKey() {
    return logicalKey.partitionKey().name();
  }

  public ScalarAttributeType partitionType() {
    return logicalKey.partitionKey().type();
  }

  /** The name of the sort key attribute; null if the table has none, and so no sharded key. */
  public @Nullable String sortKey() {
    return settings.sortKey;
  }

  /** The type of the sort key; null if the table has none. */
  public @Nullable ScalarAttributeType sortType() {
    return settings.sortKey == null ? null : settings.sortType;
  }

  public ShardCounts shardCounts() {
    return settings.shardCounts;
  }

  public ShardSelector selector() {
    return selector;
  }

  public SuffixFormat suffixFormat() {
    return settings.suffixFormat;
  }

  public boolean uniqueSortKeys() {
    return settings.uniqueSortKeys;
  }

  public boolean upsertOnDrawnShard() {
    return settings.upsertOnDrawnShard;
  }

  /** The most shards probed for one item; {@link #SHARDS_MAX}, and so all, unless bounded. */
  public int maxProbe() {
    return settings.maxProbe;
  }

  public ScatterOrder order() {
    return settings.order;
  }

  /** Where the layout of the table is looked up; null if this spec alone says it. */
  public @Nullable LayoutSource layoutSource() {
    return settings.layoutSource;
  }

  /** The action of clients on hot keys; null if none. */
  public @Nullable HeatPolicy heat() {
    return settings.heat;
  }

  /** The indexes whose partition key is the sharded attribute, as far as they are declared. */
  public List<IndexSpec> indexes() {
    return settings.indexes;
  }

  /** The global indexes that are spread over a number of their own. */
  public List<ShardedIndexSpec> shardedIndexes() {
    return settings.shardedIndexes;
  }

  /** Whether the shard of an item follows from its key alone. */
  public boolean shardKnownFromKey() {
    return selector.calculated() && logicalKey.attributes().containsAll(selector.determinants());
  }

  /** Names all that decides where items are stored; two specs that differ in it do not mix. */
  public String layoutId() {
    return settings.layoutId(selector);
  }

  /**
   * The contradictions between a table and this spec, a sentence each: keys, their stored types and
   * indexes keyed by the sharded attribute. Asks nothing of DynamoDB.
   *
   * @param table as DescribeTable returns it to an undecorated client
   */
  public List<String> mismatchesOf(TableDescription table) {
    return TableMismatches.of(this, table);
  }

  /**
   * Compares this spec with its table: keys, their stored types and indexes keyed by the sharded
   * attribute, and then the places of up to 100 items. Sharded reads do not see items from before
   * the spec or of another selector. A sample proves nothing of the items that are not in it.
   *
   * <p>Costs one DescribeTable and, if that fits, ten Scans at once of up to ten items each,
   * eventually consistent: half a read unit for each 4 KB of them, 5 at least and 1,280 at most. A
   * spec without shards samples nothing, and so does one whose layout is in a record.
   *
   * @param undecorated a client that shows the table as it is stored
   * @throws SpecMismatchException listing every mismatch
   * @throws software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException if missing
   */
  public void verifyAgainst(DynamoDbClient undecorated) {
    TableVerification.of(this, undecorated);
  }

  /** The same, failing the future; the client's own failures come as they are. Can be cancelled. */
  public CompletableFuture<Void> verifyAgainst(DynamoDbAsyncClient undecorated) {
    return TableVerification.of(this, undecorated);
  }

  /** The same spec of another table, as a client makes it for each table of a family. */
  public ShardingSpec forTable(String nameOrArn) {
    return new ShardingSpec(settings.copyFor(nameOrArn), logicalKey);
  }

  public Builder toBuilder() {
    return new Builder(settings.copy());
  }

  @Override
  public String toString() {
    return "ShardingSpec[" + tableName() + "|" + layoutId() + "]";
  }

  /** Collects a spec. Required: {@link #partitionKey}, {@link #sortKey}, {@link #shards}. */
  public static final class Builder {
    final SpecDraft settings;

    private Builder(SpecDraft settings) {
      this.settings = settings;
    }

    /** The attribute that holds the logical key, a string. */
    public Builder partitionKey(String attribute) {
      return partitionKey(attribute, ScalarAttributeType.S);
    }

    /** The same, of the type that callers see. N is stored as S: a number carries no suffix. */
    public Builder partitionKey(String attribute, ScalarAttributeType type) {
      settings.partitionKey = attribute;
      settings.partitionType = type;
      return this;
    }

    /** The sort key attribute, a string. A table in which all keys are plain needs none. */
    public Builder sortKey(String attribute) {
      return sortKey(attribute, ScalarAttributeType.S);
    }

    public Builder sortKey(String attribute, ScalarAttributeType type) {
      settings.sortKey = attribute;
      settings.sortType = type;
      return this;
    }

    /** The shards of each logical key, 1..{@value ShardingSpec#SHARDS_MAX}; 1 is plain. */
    public Builder shards(int count) {
      return shards(Pieces.shards(count));
    }

    /** The shards of each logical key, by ranges of the sort key. */
    public Builder shards(Pieces bySortKey) {
      settings.shardCounts = settings.shardCounts.withDefault(bySortKey);
      return this;
    }

    /** Sets another count for some logical keys; the first rule that applies counts. */
    public Builder shards(KeyRule rule) {
      settings.shardCounts = settings.shardCounts.with(rule);
      return this;
    }

    /** By default {@link ShardSelector#hashOf} the sort key. */
    public Builder selector(ShardSelector newSelector) {
      settings.selector = newSelector;
      return this;
    }

    /** By default {@link SuffixFormat#DEFAULT}. */
    public Builder suffixFormat(SuffixFormat format) {
      settings.suffixFormat = format;
      return this;
    }

    /** Says that no two items of a logical key share a sort key: drawn selectors need that. */
    public Builder uniqueSortKeys() {
      settings.uniqueSortKeys = true;
      return this;
    }

    /**
     * Lets UpdateItem create an item that it finds on no shard, instead of failing with {@link
     * ItemLookupException}. An update and a put at the same time may then create it twice; updates
     * alone create it once, on the shard that the hash of its sort key gives.
     */
    public Builder upsertOnDrawnShard() {
      settings.upsertOnDrawnShard = true;
      return this;
    }

    /**
     * Bounds the shards probed for one item whose shard is unknown: of a key with more, single
     * items are refused. By default every shard that the key has is probed, raised counts included,
     * at half a read unit or more each: a get costs 11 units of 22 shards and 512 of 1,024.
     */
    public Builder maxProbe(int shardsMax) {
      settings.maxProbe = shardsMax;
      return this;
    }

    /** The order of a query over several shards, by default {@link ScatterOrder#SORTED}. */
    public Builder order(ScatterOrder newOrder) {
      settings.order = newOrder;
      return this;
    }

    /** Has the layout looked up in a record, so that keys can get more shards at any time. */
    public Builder layoutFrom(LayoutSource store) {
      settings.layoutSource = store;
      return this;
    }

    /** Has clients look out for hot keys of the table, and say so or cure them. */
    public Builder heat(HeatPolicy policy) {
      settings.heat = policy;
      return this;
    }

    /**
     * Declares a local secondary index, whose partition key is the sharded attribute, with a sort
     * key of type S.
     */
    public Builder localIndex(String name, String indexSortKey) {
      return localIndex(name, indexSortKey, ScalarAttributeType.S);
    }

    /** The same with a sort key of any type. */
    public Builder localIndex(String name, String indexSortKey, ScalarAttributeType type) {
      KeyAttribute sort = new KeyAttribute(indexSortKey, type);
      settings.add(new IndexSpec(name, IndexSpec.Scope.LOCAL, sort));
      return this;
    }

    /**
     * Declares a global secondary index whose partition key is the sharded attribute, with a sort
     * key of type S.
     */
    public Builder globalIndex(String name, String indexSortKey) {
      return globalIndex(name, indexSortKey, ScalarAttributeType.S);
    }

    /** The same with a sort key of any type. */
    public Builder globalIndex(String name, String indexSortKey, ScalarAttributeType type) {
      KeyAttribute sort = new KeyAttribute(indexSortKey, type);
      settings.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, sort));
      return this;
    }

    /** The same without a sort key: queries on it come shard by shard. */
    public Builder globalIndex(String name) {
      settings.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, null));
      return this;
    }

    /** Declares a global secondary index that is spread because its own partition key is hot. */
    public Builder shardedIndex(ShardedIndexSpec index) {
      settings.add(index);
      return this;
    }

    /** Checks the whole spec; an IllegalArgumentException lists every problem at once. */
    public ShardingSpec build() {
      KeySchema key = settings.soundKey("ShardingSpec", SpecProblems.of(settings));
      return new ShardingSpec(settings.copy(), key);
    }
  }
}
