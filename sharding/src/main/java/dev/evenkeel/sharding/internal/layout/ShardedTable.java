package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A spec made ready: where the items of one table are, and what its physical keys look like. */
public final class ShardedTable implements ManagedTable {
  private final ShardingSpec spec;
  private final TableLayout layout;
  private final KeyShards keyShards;
  private final KeyCodec codec;
  private final LogicalView view;
  private final IndexShards indexShards;
  private final DeterminantsBesideKey beside;
  private final ShardChoice choice;
  private final boolean plain;
  private final String name;
  private final String partitionKey;
  private final @Nullable String sortKey;
  private final Map<Integer, ShardedTable> pieces = new ConcurrentHashMap<>();

  public ShardedTable(ShardingSpec spec) {
    this(spec, TableLayout.NONE);
  }

  private ShardedTable(ShardingSpec spec, TableLayout layout) {
    this.spec = spec;
    this.layout = layout;
    this.keyShards = layout.keyShards(spec.shardCounts());
    this.plain = keyShards.areSingle();
    this.partitionKey = spec.partitionKey();
    this.sortKey = spec.sortKey();
    this.name = TableName.parse(spec.tableName()).name();
    this.codec =
        new KeyCodec(spec.logicalKey().partitionKey(), keyShards, spec.suffixFormat(), plain);
    this.indexShards = new IndexShards(spec, layout);
    this.view = new LogicalView(spec.partitionKey(), codec, indexShards.attributes());
    this.beside = new DeterminantsBesideKey(spec);
    this.choice = new ShardChoice(spec);
  }

  private ShardedTable(ShardedTable whole, int pieceShards) {
    this.spec = whole.spec;
    this.layout = whole.layout;
    this.keyShards = whole.keyShards.ofPiece(pieceShards);
    this.plain = whole.plain;
    this.partitionKey = whole.partitionKey;
    this.sortKey = whole.sortKey;
    this.name = whole.name;
    this.codec = whole.codec.ofPiece(pieceShards);
    this.indexShards = whole.indexShards;
    this.view = whole.view;
    this.beside = whole.beside;
    this.choice = whole.choice;
  }

  @Override
  public ShardedTable at(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    Pieces own = keyShards.pieces(canonicalKey);
    if (own.isWhole()) {
      return this;
    }
    Piece piece = own.at(choice.sortKey(call, attributes));
    return keyShards.isBelowComing(canonicalKey, piece) ? this : ofPiece(piece);
  }

  @Override
  public TableLayout layout() {
    return layout;
  }

  @Override
  public ShardedTable by(TableLayout record) {
    return record.equals(layout) ? this : new ShardedTable(spec, record);
  }

  /** This table with the shards of one piece, for the items of that piece. */
  public ShardedTable ofPiece(Piece piece) {
    return pieces.computeIfAbsent(piece.shards(), shards -> new ShardedTable(this, shards));
  }

  @Override
  public KeyShards keyShards() {
    return keyShards;
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

  /** The table that holds the items, as requests name it: another one where they were moved. */
  public String storedIn() {
    OtherTable other = layout.table();
    return other == null || other.name().equals(name) ? spec.tableName() : other.name();
  }

  /** Whether the items of another layout of this table are in the same table. */
  public boolean isBeside(ShardedTable other) {
    return storedIn().equals(other.storedIn());
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
  public KeyCodec codec() {
    return codec;
  }

  /** The stored partition keys that compare with a value otherwise than their logical keys do. */
  public StoredKeys storedKeys() {
    return new StoredKeys(codec, keyShards, spec.suffixFormat(), spec.partitionType());
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
    return indexShards.indexes();
  }

  @Override
  public boolean plain() {
    return plain;
  }

  @Override
  public boolean managed() {
    return !plain() || !shardedIndexes().isEmpty() || spec.layoutSource() != null;
  }

  /** Whether only the table knows the shard of an item of this key. */
  public boolean drawn(AttributeValue canonicalKey) {
    return shards(canonicalKey) > 1 && !spec.selector().calculated();
  }

  @Override
  public boolean drawsAnew() {
    return !spec.selector().calculated() && spec.selector().tokenAttributes().isEmpty();
  }

  @Override
  public <T> T byKind(Function<ShardedTable, T> sharded, Function<CounterTable, T> counter) {
    return sharded.apply(this);
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

  /**
   * The shard to write an item to: the only one of a plain key, or calculated, or drawn. This is
   * the table {@link #at} the item.
   */
  public int shardForWrite(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> item) {
    return shards(canonicalKey) == 1 ? 0 : choice.of(call, item, keyShards.written(canonicalKey));
  }

  @Override
  public OptionalInt shardOf(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    return choice.place(call, keyShards, canonicalKey, attributes, false);
  }

  /** As {@link #shardOf}, for an item that was there before the piece that is being added. */
  public OptionalInt shardBefore(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    return choice.place(call, keyShards, canonicalKey, attributes, true);
  }

  /** A copy of an item with its key on one shard, and with the numbers that spread indexes. */
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
   * The shards that have to be tried to find one item whose key does not tell its shard.
   *
   * @param verb the verb for each shard, for messages
   * @param cost the least cost of each shard, for messages
   * @throws dev.evenkeel.core.RefusedOperationException if there are more than maxProbe, or the key
   *     is not whole
   */
  public List<Integer> shardsToProbe(
      Call call,
      AttributeValue canonicalKey,
      Map<String, AttributeValue> key,
      String verb,
      String cost) {
    return choice.probed(call, keyShards, canonicalKey, key, verb, cost);
  }

  @Override
  public boolean dropsDeterminants() {
    return plain && !beside.names().isEmpty() && spec.layoutSource() == null;
  }

  @Override
  public Map<String, AttributeValue> keyAlone(Map<String, AttributeValue> key) {
    return beside.dropped(key);
  }

  /** The determinants that callers give beside a key. */
  public DeterminantsBesideKey beside() {
    return beside;
  }
}
