package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A counter spec made ready. */
public final class CounterTable implements ManagedTable {
  /** The remedy instead of overwriting a counter; a clause. */
  public static final String ADD_INSTEAD =
      "Use UpdateItem with ADD, of the difference if the counter is to have a certain value";

  private final CounterSpec spec;
  private final TableLayout layout;
  private final KeyShards keyShards;
  private final KeyCodec codec;

  public CounterTable(CounterSpec spec) {
    this(spec, TableLayout.NONE);
  }

  private CounterTable(CounterSpec spec, TableLayout layout) {
    this.spec = spec;
    this.layout = layout;
    this.keyShards = layout.keyShards(spec.shardCounts());
    this.codec =
        new KeyCodec(spec.logicalKey().partitionKey(), keyShards, spec.suffixFormat(), false);
  }

  /**
   * Tables of counters that are all laid out by one spec, each as if it were the spec's own.
   *
   * @param names accepts their names
   */
  public static TableFamily<ManagedTable> family(Predicate<String> names, CounterSpec spec) {
    return new TableFamily<>(
        spec.tableName(), CounterTable.class, names, name -> new CounterTable(spec.forTable(name)));
  }

  public CounterSpec spec() {
    return spec;
  }

  @Override
  public String tableName() {
    return spec.tableName();
  }

  @Override
  public KeySchema key() {
    return spec.logicalKey();
  }

  @Override
  public KeyShards keyShards() {
    return keyShards;
  }

  @Override
  public KeyCodec codec() {
    return codec;
  }

  @Override
  public String layoutId() {
    return spec.layoutId();
  }

  /** A counter is on all its shards, so only one that has a single shard is on one. */
  @Override
  public OptionalInt shardOf(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    return shards(canonicalKey) == 1 ? OptionalInt.of(0) : OptionalInt.empty();
  }

  /** A row differs from what callers see, also where it is the only one. */
  @Override
  public boolean managed() {
    return true;
  }

  @Override
  public boolean dropsDeterminants() {
    return false;
  }

  @Override
  public boolean drawsAnew() {
    return true;
  }

  @Override
  public <T> T byKind(Function<ShardedTable, T> sharded, Function<CounterTable, T> counter) {
    return counter.apply(this);
  }

  @Override
  public CounterTable by(TableLayout record) {
    return record.isEmpty() ? this : new CounterTable(spec, record);
  }

  @Override
  public TableLayout layout() {
    return layout;
  }

  /** Draws the row that an addition goes to. */
  public int draw(Call call, AttributeValue canonicalKey) {
    int shards = keyShards.written(canonicalKey);
    ShardSelector selector = spec.selector();
    int shard = shards == 1 ? 0 : selector.select(Map.of(), shards);
    return ShardChoice.required(call, selector, shard, shards);
  }
}
