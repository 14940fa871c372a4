package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.expression.Update.ValueAction;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.AddressedItem;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem on a counter: additions, to a row drawn for each request. */
public final class AddPlan {
  private static final String ONLY_ADD =
      "Update a counter with ADD of numbers to its summed attributes, and keep everything else in"
          + " another table";

  private AddPlan() {}

  public static Plan<UpdateItemResponse> of(CounterTable table, UpdateItemRequest request) {
    Call call = new Call("UpdateItem", request.tableName());
    call.refuseLegacy(request);
    refuseLooking(call, request);
    AddressedItem<CounterTable> key = AddressedItem.of(call, table, request.key());
    requireAdditions(call, table, request);
    LogicalView view = table.view();
    return Plan.of(
        TableCall.update(
                request.toBuilder().key(key.onShard(table.draw(call, key.partition()))).build())
            .mapFailure(view::failure)
            .map(response -> logical(view, response))
            .step(AddPlan.class, "add"));
  }

  /** Refuses conditions and return values: they would test or show one row of the counter. */
  private static void refuseLooking(Call call, UpdateItemRequest request) {
    if (request.conditionExpression() != null) {
      throw call.refuse(
          "a condition would be asked of one row, which holds a part of the counter",
          "Read the counter before, or keep what must be conditional in an item of its own");
    }
    ReturnValue returned = request.returnValues();
    if (returned != null && returned != ReturnValue.NONE) {
      throw call.refuse(
          "ReturnValues " + request.returnValuesAsString() + " would show one row of the counter",
          "Leave it out, and read the counter with GetItem");
    }
  }

  private static void requireAdditions(Call call, CounterTable table, UpdateItemRequest request) {
    if (request.updateExpression() == null) {
      throw call.refuse("there is no UpdateExpression", ONLY_ADD);
    }
    Update update =
        ExpressionParser.update(request.updateExpression(), request.expressionAttributeNames());
    if (!update.sets().isEmpty() || !update.removes().isEmpty() || !update.deletes().isEmpty()) {
      throw call.refuse(
          "the update holds SET, REMOVE or DELETE, which would change one row of the counter",
          ONLY_ADD);
    }
    update.adds().forEach(add -> requireAddition(call, table, request, add));
  }

  private static void requireAddition(
      Call call, CounterTable table, UpdateItemRequest request, ValueAction add) {
    DocumentPath path = add.path();
    if (!path.isTopLevel() || !table.spec().summed().contains(path.attribute())) {
      throw call.refuse(
          "the update adds to %s'%s', which the spec does not sum"
              .formatted(path.isTopLevel() ? "" : "a part of ", path.attribute()),
          ONLY_ADD + ", or name the attribute in summed(attribute)");
    }
    AttributeValue value = request.expressionAttributeValues().get(add.valuePlaceholder());
    if (value == null) {
      throw call.invalid(
          "the update uses " + add.valuePlaceholder() + ", which is not defined",
          "Define it in ExpressionAttributeValues");
    }
    if (value.n() == null) {
      boolean set = value.hasSs() || value.hasNs() || value.hasBs();
      String reason =
          "the update adds a value of type %s to '%s'".formatted(value.type(), path.attribute());
      throw set ? call.refuse(reason, ONLY_ADD) : call.invalid(reason, ONLY_ADD);
    }
  }

  private static UpdateItemResponse logical(LogicalView view, UpdateItemResponse response) {
    return response.itemCollectionMetrics() == null
        ? response
        : response.toBuilder()
            .itemCollectionMetrics(view.metrics(response.itemCollectionMetrics()))
            .build();
  }
}
