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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Has an update set what an item that was put would have, too: the determinants given beside the
 * key, and the numbers that spread the table's indexes. Attributes that the item already has keep
 * their values.
 */
public final class CarriedAttributes {
  private CarriedAttributes() {}

  /**
   * Whether an update may need them. One that only takes away gives no index an entry; and whether
   * it creates a missing item must stay as DynamoDB has it, which a SET would change.
   */
  public static boolean matterTo(@Nullable Update update) {
    return update == null || !update.sets().isEmpty() || !update.adds().isEmpty();
  }

  /**
   * Adds them to an update.
   *
   * @param update that of the expressions, or null
   * @param attributes the values to set
   * @throws dev.evenkeel.core.RefusedOperationException if the update leaves no room for them
   */
  public static WriteExpressions in(
      Call call,
      WriteExpressions expressions,
      @Nullable Update update,
      Map<String, AttributeValue> attributes) {
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
    requireRoom(call, expression, fresh.names());
    return new WriteExpressions(
        expressions.condition(), expression, fresh.names(), fresh.values(), true);
  }

  private static SetAction ifAbsent(
      String attribute, AttributeValue value, PlaceholderAllocator fresh) {
    DocumentPath path = DocumentPath.of(fresh.name(attribute));
    return new SetAction(path, new IfNotExists(path, new ValueOperand(fresh.value(value))));
  }

  private static void requireRoom(Call call, String expression, Map<String, String> names) {
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
