package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.sharding.internal.counter.CounterSum;
import dev.evenkeel.sharding.internal.layout.AddressedItem;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * A table of a BatchGetItem that has shards.
 *
 * @param name as the caller wrote it
 * @param asked as the caller asked for it
 * @param probed whether one of its keys does not tell the shard, so that items must be attributed
 *     to keys
 * @param sum makes one item of a counter's rows; null if the table holds no counters
 */
public record BatchGetTable(
    String name,
    ManagedTable table,
    KeysAndAttributes asked,
    KeyedProjection projection,
    boolean probed,
    @Nullable CounterSum sum) {

  /** Reads the caller's keys of one table into {@code entries}. */
  public static BatchGetTable of(
      String name,
      ShardedTable table,
      KeysAndAttributes asked,
      BatchEntries<Map<String, AttributeValue>, Map<String, AttributeValue>> entries) {
    Call call = new Call("BatchGetItem", name);
    call.refuseLegacy(asked);
    boolean probed = false;
    int number = 0;
    for (Map<String, AttributeValue> key : asked.keys()) {
      AddressedItem<ShardedTable> subject = AddressedItem.of(call, table, key);
      List<Map<String, AttributeValue>> physical = physical(call, subject);
      entries.add(call, subject.item(), ++number, key, physical);
      probed |= physical.size() > 1;
    }
    KeyedProjection projection =
        probed
            ? withKeys(call, asked, table)
            : KeyedProjection.unchanged(asked.projectionExpression());
    return new BatchGetTable(name, table, asked, projection, probed, null);
  }

  /** Reads the caller's keys of counters into {@code entries}. */
  public static BatchGetTable of(
      String name,
      CounterTable table,
      KeysAndAttributes asked,
      BatchEntries<Map<String, AttributeValue>, Map<String, AttributeValue>> entries) {
    Call call = new Call("BatchGetItem", name);
    call.refuseLegacy(asked);
    int number = 0;
    for (Map<String, AttributeValue> asKey : asked.keys()) {
      AddressedItem<CounterTable> key = AddressedItem.of(call, table, asKey);
      entries.add(call, key.item(), ++number, asKey, key.onAllShards());
    }
    KeyedProjection projection = withKeys(call, asked, table);
    return new BatchGetTable(name, table, asked, projection, true, new CounterSum(table));
  }

  private static List<Map<String, AttributeValue>> physical(
      Call call, AddressedItem<ShardedTable> subject) {
    ShardedTable table = subject.table();
    OptionalInt shard = table.shardOf(call, subject.partition(), subject.attributes());
    if (shard.isPresent()) {
      return List.of(subject.onShard(shard.getAsInt()));
    }
    return table
        .shardsToProbe(
            call, subject.partition(), subject.attributes(), "reading", "half a read unit")
        .stream()
        .map(subject::onShard)
        .toList();
  }

  /** What the caller asks for, and the key attributes of a table. */
  public static KeyedProjection withKeys(Call call, KeysAndAttributes asked, ManagedTable table) {
    Map<String, String> names = asked.expressionAttributeNames();
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, Map.of(), List.of());
    KeyedProjection projection =
        KeyedProjection.of(asked.projectionExpression(), names, table.key().attributes(), fresh);
    projection.requireRoom(call);
    return projection;
  }

  /** The request for some physical keys. */
  public KeysAndAttributes physical(List<Map<String, AttributeValue>> keys) {
    KeysAndAttributes.Builder physical = asked.toBuilder().keys(keys);
    if (!projection.added().isEmpty()) {
      Map<String, String> names = new HashMap<>(asked.expressionAttributeNames());
      names.putAll(projection.names());
      physical.projectionExpression(projection.expression()).expressionAttributeNames(names);
    }
    return physical.build();
  }

  /** The caller's request for some of its keys. */
  public KeysAndAttributes logical(List<Map<String, AttributeValue>> keys) {
    return asked.toBuilder().keys(keys).build();
  }

  /** An item as the caller requested it. */
  public Map<String, AttributeValue> item(Map<String, AttributeValue> physical) {
    return projection.strip(table.view().item(physical));
  }
}
