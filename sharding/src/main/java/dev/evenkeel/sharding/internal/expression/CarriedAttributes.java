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
 * An update that also sets what an item that was put would have: the determinants given beside the
 * key, and the numbers that spread the table's indexes. Attributes that the item already has keep
 * their values.
 *
 * @param expression the text to send
 * @param names the names of the request, and fresh ones
 * @param values the values of the request, and fresh ones
 */
public record CarriedAttributes(
    String expression, Map<String, String> names, Map<String, AttributeValue> values) {

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
   * @param update the caller's, or null
   * @param attributes the values to set, at least one
   * @param fresh gives placeholders for the request
   * @throws dev.evenkeel.core.RefusedOperationException if the update leaves no room for them
   */
  public static CarriedAttributes of(
      Call call,
      @Nullable Update update,
      Map<String, AttributeValue> attributes,
      PlaceholderAllocator fresh) {
    List<SetAction> sets = new ArrayList<>(update == null ? List.of() : update.sets());
    attributes.forEach((attribute, value) -> sets.add(ifAbsent(attribute, value, fresh)));
    Update carrying =
        update == null
            ? new Update(sets, List.of(), List.of(), List.of())
            : new Update(sets, update.removes(), update.adds(), update.deletes());
    String expression = carrying.render();
    requireRoom(call, expression, fresh.names());
    return new CarriedAttributes(expression, fresh.names(), fresh.values());
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
