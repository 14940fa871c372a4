package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.expression.DocumentPath;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.IfNotExists;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.expression.Update.SetAction;
import dev.evenkeel.core.expression.ValueOperand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update that leaves its item on the shard where it is looked for.
 *
 * <p>Determinants outside the key come beside the key of the request and are not sent in it. So an
 * update that finds no item would make one without them, whose shard nobody could calculate again;
 * it is therefore told to set those that the item lacks.
 */
record PlacedUpdate(
    String expression, Map<String, String> names, Map<String, AttributeValue> values) {

  /**
   * Checks an update and adds to it what an upsert must not lose.
   *
   * @param condition of the same request, which shares its placeholders
   * @param key as the caller gave it, with the determinants beside it
   * @return null if the update can be sent as it is
   * @throws dev.evenkeel.core.RefusedOperationException if it writes a determinant, or uses the
   *     stored form of the partition key as a value
   */
  static @Nullable PlacedUpdate of(
      Call call,
      ShardedTable table,
      Map<String, AttributeValue> key,
      @Nullable String expression,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    AttributeValue logicalKey = table.logicalKey(call, key);
    if (expression == null || table.storedAsGiven(logicalKey)) {
      return null;
    }
    Update update = ExpressionParser.update(expression, names);
    refuseKeyValue(call, table.spec().partitionKey(), update);
    List<String> outsideKey = table.shards(logicalKey) == 1 ? List.of() : outsideKey(table);
    outsideKey.forEach(determinant -> refuseWrite(call, determinant, update));
    return outsideKey.isEmpty()
        ? null
        : keeping(outsideKey, key, update, allocator(update, condition, names, values));
  }

  private static PlaceholderAllocator allocator(
      Update update,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    return PlaceholderAllocator.of(
        names,
        values,
        condition == null
            ? List.of(update)
            : List.of(update, ExpressionParser.condition(condition, names)));
  }

  private static List<String> outsideKey(ShardedTable table) {
    return table.spec().selector().determinants().stream()
        .filter(determinant -> !table.spec().logicalKey().attributes().contains(determinant))
        .toList();
  }

  private static void refuseKeyValue(Call call, String partitionKey, Update update) {
    if (update.attributesRead().contains(partitionKey)) {
      throw call.refuse(
          "the update uses the value of partition key attribute '"
              + partitionKey
              + "', whose stored form differs",
          "Give the logical key as a value of the request");
    }
  }

  private static void refuseWrite(Call call, String determinant, Update update) {
    Set<String> changed = new HashSet<>(update.attributesWritten());
    changed.addAll(update.attributesRemoved());
    if (changed.contains(determinant)) {
      throw call.refuse(
          "the update changes attribute '" + determinant + "', from which the shard is calculated",
          "Delete the item and put it again with the new value");
    }
  }

  private static PlacedUpdate keeping(
      List<String> determinants,
      Map<String, AttributeValue> key,
      Update update,
      PlaceholderAllocator fresh) {
    List<SetAction> sets = new ArrayList<>(update.sets());
    for (String determinant : determinants) {
      DocumentPath path = DocumentPath.of(fresh.name(determinant));
      ValueOperand value =
          new ValueOperand(fresh.value(Objects.requireNonNull(key.get(determinant))));
      sets.add(new SetAction(path, new IfNotExists(path, value)));
    }
    Update keeping = new Update(sets, update.removes(), update.adds(), update.deletes());
    return new PlacedUpdate(keeping.render(), fresh.names(), fresh.values());
  }
}
