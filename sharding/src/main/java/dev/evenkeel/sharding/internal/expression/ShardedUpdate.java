package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.Operand.IfNotExists;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.expression.Update.SetAction;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update of a sharded item. It may not change where the item is, and it sets what an item that
 * was put would have, too: the determinants given beside the key, and the numbers that spread the
 * table's indexes. Attributes that the item already has keep their values.
 *
 * @param key the logical key, canonical
 * @param expressions those of the write, in stored terms
 * @param update theirs, parsed; null if there is none, or nothing to do with it
 */
public record ShardedUpdate(
    Call call,
    ShardedTable table,
    AttributeValue key,
    WriteExpressions expressions,
    @Nullable Update update) {

  /**
   * Refuses an update that would leave the item on a shard which does not follow from it. That key
   * attributes cannot be updated is left for DynamoDB to say.
   *
   * @param key the logical key, canonical
   * @param expressions in stored terms
   */
  public static ShardedUpdate of(
      Call call, ShardedTable table, AttributeValue key, WriteExpressions expressions) {
    Update update = table.rewritesUpdates(key) ? expressions.parsedUpdate() : null;
    if (update != null && table.shards(key) > 1) {
      refuseDeterminants(call, table, update);
    }
    return new ShardedUpdate(call, table, key, expressions, update);
  }

  private static void refuseDeterminants(Call call, ShardedTable table, Update update) {
    Set<String> touched = new HashSet<>(update.attributesWritten());
    touched.addAll(update.attributesRemoved());
    for (String determinant : table.beside().names()) {
      if (touched.contains(determinant)) {
        throw call.refuse(
            "the update changes attribute '"
                + determinant
                + "', from which the item's shard is calculated",
            "Delete the item and put it with the new value, which may be on another shard");
      }
    }
  }

  /**
   * The attributes that the update has to set. One that only takes away gives no index an entry;
   * and whether it creates a missing item must stay as DynamoDB has it, which a SET would change.
   *
   * @param given the key as the caller gives it
   * @param numbers gives those that spread the indexes for an item of a key
   */
  public Map<String, AttributeValue> carried(
      Map<String, AttributeValue> given,
      UnaryOperator<Map<String, AttributeValue>> numbers,
      boolean isShardKnown) {
    Map<String, AttributeValue> carried = new HashMap<>();
    if (update == null || !update.sets().isEmpty() || !update.adds().isEmpty()) {
      carried.putAll(numbers.apply(given));
      if (isShardKnown && table.shards(key) > 1) {
        carried.putAll(table.beside().of(given));
      }
    }
    return carried;
  }

  /**
   * The expressions with an update that sets these attributes.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if the update leaves no room for them
   */
  public WriteExpressions carrying(Map<String, AttributeValue> attributes) {
    if (attributes.isEmpty()) {
      return expressions;
    }
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(expressions.names(), expressions.values(), List.of());
    List<SetAction> sets = new ArrayList<>(update == null ? List.of() : update.sets());
    attributes.forEach((attribute, value) -> sets.add(ifAbsent(attribute, value, fresh)));
    Update carrying =
        update == null
            ? new Update(sets, List.of(), List.of(), List.of())
            : new Update(sets, update.removes(), update.adds(), update.deletes());
    String expression = carrying.render();
    requireRoom(expression, fresh.names());
    return new WriteExpressions(
        expressions.condition(), expression, fresh.names(), fresh.values(), true);
  }

  private static SetAction ifAbsent(
      String attribute, AttributeValue value, PlaceholderAllocator fresh) {
    DocumentPath path = DocumentPath.of(fresh.name(attribute));
    return new SetAction(path, new IfNotExists(path, new ValueOperand(fresh.value(value))));
  }

  private void requireRoom(String expression, Map<String, String> names) {
    try {
      ExpressionParser.update(expression, names);
    } catch (InvalidExpressionException e) {
      throw call.refuse(
          """
          the update leaves no room within DynamoDB's limits for setting the attributes that decide \
          the shard of the item or of its index entries: with them there would be %s, where it takes \
          %s\
          """
              .formatted(e.found(), e.expected()),
          "Shorten its expression");
    }
  }
}
