package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Start keys in logical terms: the key attributes of the last evaluated item, and, only where these
 * do not tell the shard although it matters, one more attribute that does.
 */
public final class StartKeys implements MergedStartKeys {
  private final Call call;
  private final ShardedTable table;
  private final @Nullable String index;
  private final boolean areStored;
  private final StartKeyChecks checks;

  /**
   * @param index the index that is read, whose own key attributes are part of its start keys; null
   *     for the table
   * @param areStored whether reads that go through the shards one by one pass start keys on as
   *     DynamoDB gives them
   */
  StartKeys(Call call, ShardedTable table, @Nullable String index, boolean areStored) {
    this.call = call;
    this.table = table;
    this.index = index;
    this.areStored = areStored;
    this.checks = new StartKeyChecks(call, table);
  }

  /** As {@link #StartKeys(Call, ShardedTable, String, boolean)}, also of a sharded index. */
  public static MergedStartKeys of(
      Call call, ShardedTable table, @Nullable String index, boolean areStored) {
    ShardedIndexSpec sharded = table.shardedIndex(index);
    return sharded == null
        ? new StartKeys(call, table, index, areStored)
        : new IndexStartKeys(call, table, sharded);
  }

  private StartKeyToken tokens(int era) {
    return StartKeyToken.of(table, era);
  }

  /**
   * The era of start keys of a merged query. Where sort values do not repeat, they name no place.
   */
  private int era(QueryTarget target, AttributeValue logicalKey) {
    return target.repeatable() ? table.layout().eraOf(logicalKey) : 0;
  }

  @Override
  public QueryStart parse(
      Map<String, AttributeValue> startKey, QueryShape shape, QueryTarget target) {
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    Map<String, AttributeValue> key = checkedKey(attributes, shape, target);
    AttributeValue logicalKey = shape.logicalKey();
    int era = era(target, logicalKey);
    checks.requireEra(token, era);
    OptionalInt shard =
        token == null
            ? checks.shardOf(logicalKey, attributes)
            : decoded(token, era, logicalKey, key);
    if (shard.equals(OptionalInt.of(StartKeyToken.UNSHARDED))) {
      throw checks.invalid("the start key is of an item that no shard holds");
    }
    requirePlaceable(shard, shape, target);
    return new QueryStart(key, shard);
  }

  /** The key that a start key names, without its token. */
  private Map<String, AttributeValue> checkedKey(
      Map<String, AttributeValue> attributes, QueryShape shape, QueryTarget target) {
    checks.requireOnlyKeyAttributes(attributes, target);
    if (!checks.logicalKey(attributes).equals(shape.logicalKey())) {
      throw checks.refusedByDynamoDb(
          "the start key has another value of '" + table.partitionKey() + "'");
    }
    target.variableKeys().forEach(attribute -> checks.requireValid(attributes, attribute));
    checks.requireInRange(attributes, shape, target);
    return keyOf(shape.logicalKey(), attributes, target);
  }

  /** A start key that is a place in the order of all sort keys. */
  QueryStart ordered(Map<String, AttributeValue> startKey, QueryShape shape, QueryTarget target) {
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    Map<String, AttributeValue> key = checkedKey(attributes, shape, target);
    if (target.repeatable() && !tokens(0).says(StartKeyToken.ORDERED, token, key)) {
      throw checks.ofAnotherEra();
    }
    return new QueryStart(key, OptionalInt.empty());
  }

  /** The start key after a row in the order of all sort keys. */
  Map<String, AttributeValue> afterOrdered(
      Map<String, AttributeValue> row, QueryShape shape, QueryTarget target) {
    Map<String, AttributeValue> key = keyOf(shape.logicalKey(), row, target);
    return target.repeatable() ? tokens(0).startKey(StartKeyToken.ORDERED, key) : key;
  }

  /** Where sort values repeat, a place is a row's own, on one of the shards that are read. */
  private void requirePlaceable(OptionalInt shard, QueryShape shape, QueryTarget target) {
    if (target.repeatable() && shard.isEmpty()) {
      throw checks.ofNoShard();
    }
    if (target.repeatable() && shape.shard().isPresent() && !shape.shard().equals(shard)) {
      throw checks.invalid("the start key is of a shard that the key condition leaves out");
    }
  }

  private OptionalInt decoded(
      AttributeValue token, int era, AttributeValue logicalKey, Map<String, AttributeValue> key) {
    OptionalInt shard = tokens(era).decode(token, key);
    if (shard.isEmpty()
        || shard.getAsInt() < StartKeyToken.UNSHARDED
        || !table.keyShards().mayHold(logicalKey, shard.getAsInt())) {
      throw checks.ofOtherKey();
    }
    return shard;
  }

  private Map<String, AttributeValue> keyOf(
      AttributeValue logicalKey, Map<String, AttributeValue> attributes, QueryTarget target) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put(table.partitionKey(), logicalKey);
    target.neededNames().forEach(name -> key.put(name, QueryTarget.valueOf(attributes, name)));
    return key;
  }

  @Override
  public Map<String, AttributeValue> after(
      QueryShape shape,
      Map<String, AttributeValue> row,
      QueryTarget target,
      int shard,
      boolean tied) {
    AttributeValue logicalKey = shape.logicalKey();
    Map<String, AttributeValue> key = keyOf(logicalKey, row, target);
    OptionalInt known = table.shardBefore(call, logicalKey, key);
    boolean shardMatters = tied || target.repeatable();
    boolean carried = known.isPresent() ? known.getAsInt() != shard : shardMatters;
    int era = era(target, logicalKey);
    return carried || era > 0 ? tokens(era).startKey(shard, key) : key;
  }

  @Override
  public Map<String, AttributeValue> logical(Map<String, AttributeValue> physical) {
    if (areStored) {
      return physical;
    }
    AttributeValue stored = physical.get(table.spec().partitionKey());
    ShardedKey sharded = stored == null ? null : table.codec().decode(stored);
    int shard = sharded == null ? StartKeyToken.UNSHARDED : sharded.shard();
    Map<String, AttributeValue> key = table.view().item(physical);
    int era = table.layout().era();
    boolean isTold =
        sharded != null
            && era == 0
            && table.shardBefore(call, sharded.key(), key).equals(OptionalInt.of(shard));
    return isTold ? key : tokens(era).startKey(shard, key);
  }

  /**
   * One that is passed on as it is carries an attribute only if the read was begun in a pause for a
   * move which was given up.
   */
  @Override
  public Map<String, AttributeValue> physical(Map<String, AttributeValue> startKey) {
    if (areStored && !startKey.containsKey(StartKeyToken.ATTRIBUTE)) {
      return startKey;
    }
    Map<String, AttributeValue> key = new HashMap<>(startKey);
    AttributeValue token = key.remove(StartKeyToken.ATTRIBUTE);
    int era = table.layout().era();
    checks.requireEra(token, era);
    if (tokens(era).says(StartKeyToken.UNSHARDED, token, key)) {
      return key;
    }
    AttributeValue logicalKey = checks.logicalKey(key);
    String sortKey = table.sortKey();
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw checks.refusedByDynamoDb("the start key lacks '" + sortKey + "'");
    }
    OptionalInt shard =
        token == null ? checks.shardOf(logicalKey, key) : decoded(token, era, logicalKey, key);
    if (shard.isEmpty()) {
      throw checks.invalid(
          "the start key does not tell the shard, which is needed here, and carries no '"
              + StartKeyToken.ATTRIBUTE
              + "'");
    }
    Map<String, AttributeValue> plain = table.beside().dropped(index, key);
    return table.onShard(plain, logicalKey, shard.getAsInt());
  }
}
