package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.CanonicalNumber;
import dev.evenkeel.core.item.InvalidNumberException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.ShardedKey;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Start keys in logical terms: the key attributes of the last evaluated item, and, only where these
 * do not tell the shard although it matters, one more attribute that does.
 */
final class StartKeys {
  private final Call call;
  private final ShardedTable table;
  private final StartKeyToken tokens;

  StartKeys(Call call, ShardedTable table) {
    this.call = call;
    this.table = table;
    this.tokens = new StartKeyToken(table.name() + "|" + table.spec().layoutId());
  }

  /**
   * Where a merged query goes on.
   *
   * @param key the key attributes of the last evaluated item beside its partition key
   * @param shard the item's shard; empty if no other item can have its place in the order
   */
  record QueryStart(Map<String, AttributeValue> key, OptionalInt shard) {

    AttributeValue value(KeyAttribute attribute) {
      return QueryTarget.valueOf(key, attribute.name());
    }
  }

  /** Checks the start key of a query on one logical key. */
  QueryStart parse(Map<String, AttributeValue> startKey, QueryShape shape, QueryTarget target) {
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    requireOnlyKeyAttributes(attributes, target);
    AttributeValue own = logicalKey(attributes);
    if (!own.equals(shape.logicalKey())) {
      throw invalid("the start key has another value of '" + target.partition() + "'");
    }
    target.sortKeys().forEach(attribute -> requireValid(attributes, attribute));
    KeyAttribute sort = target.sort();
    if (sort != null && !shape.range().contains(QueryTarget.valueOf(attributes, sort.name()))) {
      throw invalid("the start key lies outside the key condition");
    }
    Map<String, AttributeValue> key = keyOf(own, attributes, target);
    OptionalInt shard = token == null ? shardOf(own, attributes) : decoded(token, own, key);
    if (shard.equals(OptionalInt.of(StartKeyToken.UNSHARDED))) {
      throw invalid("the start key is of an item that no shard holds");
    }
    requirePlaceable(shard, shape, target);
    return new QueryStart(key, shard);
  }

  /** Where sort values repeat, a place is a row's own, on one of the shards that are read. */
  private void requirePlaceable(OptionalInt shard, QueryShape shape, QueryTarget target) {
    if (target.repeatable() && shard.isEmpty()) {
      throw invalid(
          "the start key does not tell the shard, which an index needs: pass it back as it came,"
              + " with '"
              + StartKeyToken.ATTRIBUTE
              + "', or give the attributes the shard is calculated from");
    }
    if (target.repeatable() && shape.shard().isPresent() && !shape.shard().equals(shard)) {
      throw invalid("the start key is of a shard that the key condition leaves out");
    }
  }

  private AttributeValue logicalKey(Map<String, AttributeValue> attributes) {
    return inStartKey(() -> table.logicalKey(call, attributes));
  }

  private OptionalInt shardOf(AttributeValue logicalKey, Map<String, AttributeValue> attributes) {
    return inStartKey(() -> table.shardOf(call, logicalKey, attributes));
  }

  /** What is refused of a key or determinant makes a start key invalid. */
  private <T> T inStartKey(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (RefusedOperationException e) {
      throw invalid("in the start key, " + e.reason());
    }
  }

  private void requireOnlyKeyAttributes(
      Map<String, AttributeValue> attributes, QueryTarget target) {
    Set<String> foreign = new HashSet<>(attributes.keySet());
    foreign.remove(target.partition());
    target.sortKeyNames().forEach(foreign::remove);
    table.spec().selector().determinants().forEach(foreign::remove);
    if (!foreign.isEmpty()) {
      throw invalid("the start key holds " + foreign + ", which is no part of the key");
    }
  }

  private void requireValid(Map<String, AttributeValue> attributes, KeyAttribute attribute) {
    AttributeValue value = attributes.get(attribute.name());
    if (value == null) {
      throw invalid("the start key lacks '" + attribute.name() + "'");
    }
    if (!value.type().name().equals(attribute.type().name())) {
      throw invalid(
          "the start key's '%s' is of type %s, not %s"
              .formatted(attribute.name(), value.type(), attribute.type()));
    }
    if (!canBeSortKey(value)) {
      throw invalid(
          "the start key's '%s' is %s"
              .formatted(
                  attribute.name(),
                  value.n() == null
                      ? "empty, longer than a sort key, or text cut within a character"
                      : "not a number DynamoDB can hold"));
    }
  }

  private static boolean canBeSortKey(AttributeValue value) {
    if (value.n() != null) {
      return isNumber(value.n());
    }
    long bytes = ItemSize.valueBytes(value);
    boolean whole = value.s() == null || value.s().codePoints().noneMatch(StartKeys::isSurrogate);
    return whole && bytes > 0 && bytes <= KeySchema.SORT_KEY_BYTES_MAX;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static boolean isNumber(String text) {
    try {
      CanonicalNumber.of(text);
      return true;
    } catch (InvalidNumberException e) {
      return false;
    }
  }

  private OptionalInt decoded(
      AttributeValue token, AttributeValue logicalKey, Map<String, AttributeValue> key) {
    OptionalInt shard = tokens.decode(token, key);
    if (shard.isEmpty() || shard.getAsInt() >= table.shards(logicalKey)) {
      throw invalid(
          "attribute '"
              + StartKeyToken.ATTRIBUTE
              + "' of the start key was not made for this key by this spec");
    }
    return shard;
  }

  private InvalidStartKeyException invalid(String reason) {
    return new InvalidStartKeyException(call.operation(), call.table(), reason);
  }

  private static Map<String, AttributeValue> keyOf(
      AttributeValue logicalKey, Map<String, AttributeValue> attributes, QueryTarget target) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put(target.partition(), logicalKey);
    target.sortKeyNames().forEach(name -> key.put(name, QueryTarget.valueOf(attributes, name)));
    return key;
  }

  /**
   * The start key that goes on after a row of a merged query. A row that is not on the shard its
   * key tells (it was written past this library) carries its shard: paging goes on from there.
   *
   * @param tied whether another shard may hold a row with the same place in the order
   */
  Map<String, AttributeValue> after(
      AttributeValue logicalKey,
      Map<String, AttributeValue> row,
      QueryTarget target,
      int shard,
      boolean tied) {
    Map<String, AttributeValue> key = keyOf(logicalKey, row, target);
    OptionalInt told = table.shardOf(call, logicalKey, key);
    boolean shardMatters = tied || target.repeatable();
    boolean carried = told.isPresent() ? told.getAsInt() != shard : shardMatters;
    if (carried) {
      key.put(StartKeyToken.ATTRIBUTE, tokens.encode(shard, key));
    }
    return key;
  }

  /** A physical start key in logical terms, for reads that go through the shards one by one. */
  Map<String, AttributeValue> logical(Map<String, AttributeValue> physical) {
    AttributeValue stored = physical.get(table.spec().partitionKey());
    ShardedKey sharded = stored == null ? null : table.codec().decode(stored);
    int shard = sharded == null ? StartKeyToken.UNSHARDED : sharded.shard();
    Map<String, AttributeValue> key = table.view().item(physical);
    if (sharded != null && table.shardOf(call, sharded.key(), key).equals(OptionalInt.of(shard))) {
      return key;
    }
    Map<String, AttributeValue> carrying = new HashMap<>(key);
    carrying.put(StartKeyToken.ATTRIBUTE, tokens.encode(shard, key));
    return carrying;
  }

  /**
   * The inverse of {@link #logical}; also takes a key made by hand where it tells the shard.
   *
   * @param ofIndex whether an index is read, whose own key attributes are part of its start keys
   */
  Map<String, AttributeValue> physical(Map<String, AttributeValue> startKey, boolean ofIndex) {
    Map<String, AttributeValue> key = new HashMap<>(startKey);
    AttributeValue token = key.remove(StartKeyToken.ATTRIBUTE);
    if (token != null
        && tokens.decode(token, key).equals(OptionalInt.of(StartKeyToken.UNSHARDED))) {
      return key;
    }
    AttributeValue logicalKey = logicalKey(key);
    OptionalInt shard = token == null ? shardOf(logicalKey, key) : decoded(token, logicalKey, key);
    if (shard.isEmpty()) {
      throw invalid(
          "the start key does not tell the shard, which is needed here, and carries no '"
              + StartKeyToken.ATTRIBUTE
              + "'");
    }
    Map<String, AttributeValue> plain = ofIndex ? key : table.withoutExtraDeterminants(key);
    return table.onShard(plain, logicalKey, shard.getAsInt());
  }
}
