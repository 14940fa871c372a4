package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardCounts;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A spec made ready: where the items of one table are, and what its physical keys look like. */
public final class ShardedTable implements ManagedTable {
  private final ShardingSpec spec;
  private final KeyCodec codec;
  private final LogicalView view;
  private final IndexShards indexShards;
  private final DeterminantsBesideKey beside;
  private final boolean plain;
  private final String name;
  private final String partitionKey;
  private final @Nullable String sortKey;

  public ShardedTable(ShardingSpec spec) {
    this.spec = spec;
    this.plain = spec.shardCounts().max() == 1;
    this.partitionKey = spec.partitionKey();
    this.sortKey = spec.sortKey();
    this.name = TableName.parse(spec.tableName()).name();
    this.codec =
        new KeyCodec(
            spec.logicalKey().partitionKey(), spec.shardCounts(), spec.suffixFormat(), plain);
    this.indexShards = new IndexShards(spec);
    this.view = new LogicalView(spec.partitionKey(), codec, indexShards.attributes());
    this.beside = new DeterminantsBesideKey(spec);
  }

  /**
   * Tables that are all laid out by one spec, each as if it were the spec's own.
   *
   * @param names accepts their names
   */
  public static TableFamily<ManagedTable> family(Predicate<String> names, ShardingSpec spec) {
    return new TableFamily<>(
        spec.tableName(),
        ShardedTable.class,
        names,
        name -> {
          ShardedTable table = new ShardedTable(spec.forTable(name));
          return table.managed() || table.dropsDeterminants() ? table : null;
        });
  }

  public ShardingSpec spec() {
    return spec;
  }

  @Override
  public List<IndexSpec> indexes() {
    return spec.indexes();
  }

  @Override
  public String tableName() {
    return spec.tableName();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public KeySchema key() {
    return spec.logicalKey();
  }

  @Override
  public String partitionKey() {
    return partitionKey;
  }

  @Override
  public @Nullable String sortKey() {
    return sortKey;
  }

  @Override
  public ShardCounts shardCounts() {
    return spec.shardCounts();
  }

  @Override
  public KeyCodec codec() {
    return codec;
  }

  /** How stored partition keys compare with values, other than their logical keys do. */
  public StoredKeys storedKeys() {
    return new StoredKeys(codec, spec.shardCounts(), spec.suffixFormat(), spec.partitionType());
  }

  @Override
  public String layoutId() {
    return spec.layoutId();
  }

  @Override
  public LogicalView view() {
    return view;
  }

  /** The numbers that spread the table's sharded indexes. */
  public IndexShards indexShards() {
    return indexShards;
  }

  @Override
  public List<ShardedIndexSpec> shardedIndexes() {
    return spec.shardedIndexes();
  }

  @Override
  public boolean plain() {
    return plain;
  }

  /** Whether there is anything that is not as callers see it. */
  public boolean managed() {
    return !plain() || !shardedIndexes().isEmpty();
  }

  /** Whether nobody knows the shard of an item of this key but the table. */
  public boolean drawn(AttributeValue canonicalKey) {
    return shards(canonicalKey) > 1 && !spec.selector().calculated();
  }

  /** Whether a repeated put of this key is drawn as the first one was. */
  public boolean drawnByToken(AttributeValue canonicalKey) {
    return drawn(canonicalKey) && !spec.selector().tokenAttributes().isEmpty();
  }

  /** Whether two items of this key with one sort key are always on one shard. */
  public boolean shardKnownFromKey(AttributeValue canonicalKey) {
    return shards(canonicalKey) == 1 || spec.shardKnownFromKey();
  }

  /** Whether DynamoDB holds the very value that callers see. */
  public boolean storedAsGiven(AttributeValue canonicalKey) {
    return plain() || (shards(canonicalKey) == 1 && spec.partitionType() != ScalarAttributeType.N);
  }

  /** Whether updates of this key may differ from what the caller sends, or be refused. */
  public boolean rewritesUpdates(AttributeValue canonicalKey) {
    return !storedAsGiven(canonicalKey) || !indexShards.isEmpty();
  }

  /** The shard to write an item to: the only one of a plain key, or calculated, or drawn. */
  public int shardForWrite(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> item) {
    int shards = shards(canonicalKey);
    if (shards == 1) {
      return 0;
    }
    ShardSelector selector = spec.selector();
    Map<String, AttributeValue> values = new HashMap<>(4); // mostly one or two
    for (String determinant : selector.determinants()) {
      boolean ofKey = determinant.equals(sortKey);
      values.put(
          determinant, SelectorInput.determinant(call, determinant, item.get(determinant), ofKey));
    }
    for (String token : selector.tokenAttributes()) {
      values.put(token, SelectorInput.token(call, token, item.get(token)));
    }
    return checked(call, select(call, values, shards), shards);
  }

  private int select(Call call, Map<String, AttributeValue> determinants, int shards) {
    try {
      return spec.selector().select(determinants, shards);
    } catch (IllegalArgumentException e) {
      throw call.refuse(
          "selector '%s' does not take the item: %s"
              .formatted(spec.selector().id(), e.getMessage()),
          "Give its attributes values of the kind it calculates from");
    }
  }

  @Override
  public OptionalInt shardOf(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    ShardSelector selector = spec.selector();
    boolean known =
        shards(canonicalKey) == 1
            || (selector.calculated() && attributes.keySet().containsAll(selector.determinants()));
    return known
        ? OptionalInt.of(shardForWrite(call, canonicalKey, attributes))
        : OptionalInt.empty();
  }

  private int checked(Call call, int shard, int shards) {
    if (shard < 0 || shard >= shards) {
      throw call.refuse(
          "selector '%s' chose shard %d of %d".formatted(spec.selector().id(), shard, shards),
          "A selector must return 0.." + (shards - 1));
    }
    return shard;
  }

  /**
   * A copy of an item with its partition key on one shard, and with the numbers that spread the
   * table's indexes.
   */
  public Map<String, AttributeValue> itemOnShard(
      Call call, Map<String, AttributeValue> item, AttributeValue canonicalKey, int shard) {
    Map<String, AttributeValue> physical = onShard(item, canonicalKey, shard);
    if (!shardedIndexes().isEmpty()) {
      indexShards.refuseIn(call, item.keySet());
      indexShards.addTo(physical, item);
    }
    return physical;
  }

  /**
   * How many shards have to be tried to find one item whose key does not tell its shard.
   *
   * @param verb what is done to each shard
   * @param cost what each shard costs at least
   * @throws dev.evenkeel.core.RefusedOperationException if that is above maxProbe, or the key is
   *     not whole
   */
  public int shardsToProbe(
      Call call,
      AttributeValue canonicalKey,
      Map<String, AttributeValue> key,
      String verb,
      String cost) {
    int shards = shards(canonicalKey);
    if (shards <= spec.maxProbe()) {
      return shards;
    }
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw call.invalid("the key lacks sort key attribute '" + sortKey + "'", "Give it a value");
    }
    throw call.refuse(
        "the key does not tell the shard, and %s all %d shards is above maxProbe %d"
            .formatted(verb, shards, spec.maxProbe()),
        "Give the attributes the shard is calculated from beside the key, or raise maxProbe: each"
            + " shard costs at least "
            + cost);
  }

  /** Whether a key may come with determinants that only have to be left out: it has no shards. */
  public boolean dropsDeterminants() {
    return plain && !beside.names().isEmpty();
  }

  /** A request's key without the determinants that are no part of a DynamoDB key. */
  public Map<String, AttributeValue> withoutExtraDeterminants(Map<String, AttributeValue> key) {
    return beside.dropped(key);
  }

  /** A start key of the table or an index without the determinants that are no part of it. */
  public Map<String, AttributeValue> startKeyWithoutExtraDeterminants(
      @Nullable String index, Map<String, AttributeValue> startKey) {
    return beside.dropped(index, startKey);
  }

  /** Of a request's key the determinants that are no part of a DynamoDB key. */
  public Map<String, AttributeValue> extraDeterminants(Map<String, AttributeValue> key) {
    return beside.of(key);
  }

  /** The determinants that are no part of a DynamoDB key. */
  public Set<String> extraDeterminants() {
    return beside.names();
  }
}
