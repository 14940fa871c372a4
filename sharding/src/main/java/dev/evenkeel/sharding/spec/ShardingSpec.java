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

/**
 * The configuration that spreads the hot logical keys of one table over shards. Immutable.
 *
 * <p>Everything here but {@link #maxProbe()}, {@link #order()}, {@link #upsertOnDrawnShard()},
 * {@link #heat()} and {@link #indexes()} is part of the table's on-disk format: change it on a
 * table that holds data and reads miss what was written before. Nothing here needs to ask DynamoDB.
 */
public final class ShardingSpec {

  /** Room for two hundred shards, as AWS's text has it, several times over. */
  public static final int SHARDS_MAX = 1024;

  private final SpecDraft settings;
  private final KeySchema logicalKey;
  private final ShardSelector selector;
  private final List<IndexSpec> indexes;
  private final List<ShardedIndexSpec> shardedIndexes;

  private ShardingSpec(SpecDraft settings, KeySchema logicalKey, ShardSelector selector) {
    this.settings = settings;
    this.logicalKey = logicalKey;
    this.selector = selector;
    this.indexes = List.copyOf(settings.indexes);
    this.shardedIndexes = List.copyOf(settings.shardedIndexes);
  }

  /**
   * Starts a spec.
   *
   * @param tableName the table's name, or its ARN, which also names the account
   */
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

  /** The name of the partition key attribute. */
  public String partitionKey() {
    return logicalKey.partitionKey().name();
  }

  /** The type of the partition key as callers see it. */
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

  /** The shard count of each logical key. */
  public ShardCounts shardCounts() {
    return settings.shardCounts;
  }

  public ShardSelector selector() {
    return selector;
  }

  public SuffixFormat suffixFormat() {
    return settings.suffixFormat;
  }

  /** Whether the caller has said that no two items of a logical key share a sort key. */
  public boolean uniqueSortKeys() {
    return settings.uniqueSortKeys;
  }

  /** Whether UpdateItem may create an item whose shard is drawn. */
  public boolean upsertOnDrawnShard() {
    return settings.upsertOnDrawnShard;
  }

  /** The maximum number of shards that may be read to find one item whose shard is not known. */
  public int maxProbe() {
    return settings.maxProbe;
  }

  /** The order of a query over several shards. */
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
    return indexes;
  }

  /** The global indexes that are spread over a number of their own. */
  public List<ShardedIndexSpec> shardedIndexes() {
    return shardedIndexes;
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
   * Compares this spec with the table it names: keys, their stored types, and indexes keyed by the
   * sharded attribute; and then up to 100 of its items with where the spec has them. Items that
   * were there before the spec are on no shard, and sharded reads do not see them; what was put by
   * another selector is on another shard. A sample proves nothing of the items that are not in it.
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

  /**
   * The same spec of another table: what a client makes of it for each table of a family, to verify
   * one of them or to read its keys.
   *
   * @param nameOrArn the other table's name, or its ARN
   */
  public ShardingSpec forTable(String nameOrArn) {
    return new ShardingSpec(settings.copyFor(nameOrArn), logicalKey, selector);
  }

  /** A builder that starts from this spec. */
  public Builder toBuilder() {
    return new Builder(settings.copy());
  }

  @Override
  public String toString() {
    return "ShardingSpec[" + tableName() + "|" + layoutId() + "]";
  }

  /**
   * Collects a spec. Required: {@link #partitionKey}, {@link #sortKey}, {@link #shards}. Defaults:
   * the selector is {@code hashOf(sort key)}, the suffix format {@link SuffixFormat#DEFAULT},
   * {@code maxProbe} 16.
   */
  public static final class Builder {
    final SpecDraft settings;

    private Builder(SpecDraft settings) {
      this.settings = settings;
    }

    /** The attribute that holds the logical key, a string. */
    public Builder partitionKey(String attribute) {
      return partitionKey(attribute, ScalarAttributeType.S);
    }

    /**
     * The attribute that holds the logical key, of the type callers see. The physical attribute of
     * an N key is of type S, since a number cannot carry a suffix.
     */
    public Builder partitionKey(String attribute, ScalarAttributeType type) {
      settings.partitionKey = attribute;
      settings.partitionType = type;
      return this;
    }

    /** The sort key attribute, a string. */
    public Builder sortKey(String attribute) {
      return sortKey(attribute, ScalarAttributeType.S);
    }

    public Builder sortKey(String attribute, ScalarAttributeType type) {
      settings.sortKey = attribute;
      settings.sortType = type;
      return this;
    }

    /**
     * Sets the number of shards of each logical key, 1..{@value ShardingSpec#SHARDS_MAX}; 1 is
     * plain. A table in which all keys are plain is stored as it is seen, and needs no sort key.
     */
    public Builder shards(int count) {
      return shards(Pieces.shards(count));
    }

    /**
     * Sets the number of shards of each logical key by ranges of the sort key: {@code
     * shards(shards(1).from(S, 16))} leaves all items below S where they are and spreads those from
     * S on. A query reads only the pieces that its condition admits. On a table that holds data,
     * begin a piece above all sort keys that are there: items it would hold already are not seen.
     */
    public Builder shards(Pieces bySortKey) {
      settings.shardCounts = settings.shardCounts.withDefault(bySortKey);
      return this;
    }

    /** Sets another count for some logical keys; the first rule that applies counts. */
    public Builder shards(KeyRule rule) {
      settings.shardCounts = settings.shardCounts.with(rule);
      return this;
    }

    public Builder selector(ShardSelector newSelector) {
      settings.selector = newSelector;
      return this;
    }

    public Builder suffixFormat(SuffixFormat format) {
      settings.suffixFormat = format;
      return this;
    }

    /**
     * Says that no two items of a logical key share a sort key. A drawn selector needs it, because
     * a put that overwrites would leave the older item on another shard, unseen. So would the
     * repeat of a put that seemed to fail, if it is not drawn {@linkplain ShardSelector#byToken by
     * a token}.
     */
    public Builder uniqueSortKeys() {
      settings.uniqueSortKeys = true;
      return this;
    }

    /**
     * Lets UpdateItem create an item that it finds on no shard, on a drawn one. Without this it
     * fails with {@link ItemLookupException}: an update and a put at the same time may create the
     * item twice. Updates among themselves create it once, on the shard that the hash of its sort
     * key gives. Under a calculated selector it creates items plainly.
     */
    public Builder upsertOnDrawnShard() {
      settings.upsertOnDrawnShard = true;
      return this;
    }

    /**
     * Sets the maximum number of shards that may be probed for one item, each for half a read unit
     * or more.
     */
    public Builder maxProbe(int shardsMax) {
      settings.maxProbe = shardsMax;
      return this;
    }

    /** The order of a query over several shards; {@link ScatterOrder#SORTED} by default. */
    public Builder order(ScatterOrder newOrder) {
      settings.order = newOrder;
      return this;
    }

    /**
     * Has the layout of the table looked up in a record, so that keys can get more shards while
     * clients work. The counts here hold for all keys of which the record says nothing. The client
     * that sends needs a {@link dev.evenkeel.sharding.LayoutGuard}.
     */
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
     * Declares a local secondary index: queries on it are merged in the order of its own sort key.
     * One that is not declared cannot be queried by the logical key, since nothing here asks
     * DynamoDB for that sort key.
     */
    public Builder localIndex(String name, KeyAttribute indexSort) {
      settings.indexes.add(new IndexSpec(name, IndexSpec.Scope.LOCAL, indexSort));
      return this;
    }

    /** Declares a global secondary index whose partition key is the table's, as a local one. */
    public Builder globalIndex(String name, KeyAttribute indexSort) {
      settings.indexes.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, indexSort));
      return this;
    }

    /**
     * Declares a global secondary index whose partition key is the table's and which has no sort
     * key: queries on it come shard by shard, each in DynamoDB's own order.
     */
    public Builder globalIndex(String name) {
      settings.indexes.add(new IndexSpec(name, IndexSpec.Scope.GLOBAL, null));
      return this;
    }

    /** Declares a global secondary index that is spread because its own partition key is hot. */
    public Builder shardedIndex(ShardedIndexSpec index) {
      settings.shardedIndexes.add(index);
      return this;
    }

    /**
     * Checks the whole spec.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public ShardingSpec build() {
      KeySchema key = settings.soundKey();
      return new ShardingSpec(settings.copy(), key, settings.selectorFor(key));
    }
  }
}
