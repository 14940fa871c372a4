package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.page.SortKeyRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
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
    this.tokens = new StartKeyToken(table.spec().layoutId());
  }

  /**
   * Where a merged query goes on.
   *
   * @param sortValue the sort key of the last evaluated item
   * @param shard the item's shard; empty if no other item can have that sort key
   */
  record QueryStart(AttributeValue sortValue, OptionalInt shard) {}

  /** Checks the start key of a query on one logical key. */
  QueryStart parse(
      Map<String, AttributeValue> startKey, AttributeValue logicalKey, SortKeyRange range) {
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    requireOnlyKeyAttributes(attributes);
    AttributeValue own = table.logicalKey(call, attributes);
    if (!own.equals(logicalKey)) {
      throw invalid("the start key has another value of '" + table.spec().partitionKey() + "'");
    }
    AttributeValue sortValue = attributes.get(table.spec().sortKey());
    if (sortValue == null) {
      throw invalid("the start key lacks '" + table.spec().sortKey() + "'");
    }
    requireType(sortValue);
    if (!range.contains(sortValue)) {
      throw invalid("the start key lies outside the key condition");
    }
    OptionalInt shard =
        token == null
            ? table.shardOf(call, own, attributes)
            : decoded(token, own, keyOf(own, attributes));
    return new QueryStart(sortValue, shard);
  }

  private void requireOnlyKeyAttributes(Map<String, AttributeValue> attributes) {
    Set<String> foreign = new HashSet<>(attributes.keySet());
    table.spec().logicalKey().attributes().forEach(foreign::remove);
    table.spec().selector().determinants().forEach(foreign::remove);
    if (!foreign.isEmpty()) {
      throw invalid("the start key holds " + foreign + ", which is no part of the key");
    }
  }

  private void requireType(AttributeValue sortValue) {
    String type = table.spec().sortType().name();
    if (!sortValue.type().name().equals(type)) {
      throw invalid(
          "the start key's '%s' is of type %s, not %s"
              .formatted(table.spec().sortKey(), sortValue.type(), type));
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

  private Map<String, AttributeValue> keyOf(
      AttributeValue logicalKey, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put(table.spec().partitionKey(), logicalKey);
    AttributeValue sortValue = attributes.get(table.spec().sortKey());
    if (sortValue != null) {
      key.put(table.spec().sortKey(), sortValue);
    }
    return key;
  }

  /**
   * The start key that goes on after a row of a merged query.
   *
   * @param shardMatters whether another shard may hold a row with the same sort key
   */
  Map<String, AttributeValue> after(
      AttributeValue logicalKey, Map<String, AttributeValue> row, int shard, boolean shardMatters) {
    Map<String, AttributeValue> key = keyOf(logicalKey, row);
    if (shardMatters && !table.spec().shardKnownFromKey()) {
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

  /** The inverse of {@link #logical}; also takes a key made by hand where it tells the shard. */
  Map<String, AttributeValue> physical(Map<String, AttributeValue> startKey) {
    Map<String, AttributeValue> key = new HashMap<>(startKey);
    AttributeValue token = key.remove(StartKeyToken.ATTRIBUTE);
    if (token != null
        && tokens.decode(token, key).equals(OptionalInt.of(StartKeyToken.UNSHARDED))) {
      return key;
    }
    AttributeValue logicalKey = table.logicalKey(call, key);
    OptionalInt shard =
        token == null ? table.shardOf(call, logicalKey, key) : decoded(token, logicalKey, key);
    if (shard.isEmpty()) {
      throw invalid(
          "the start key does not tell the shard, which a scan needs, and carries no '"
              + StartKeyToken.ATTRIBUTE
              + "'");
    }
    return table.onShard(table.withoutExtraDeterminants(key), logicalKey, shard.getAsInt());
  }
}
