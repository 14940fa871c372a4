package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.operation.LayerRules.Periods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Looks before a move for items that cannot be moved.
 *
 * @param unmovable gets what stands against moving one
 * @param bytes gets those that items will have at their new places. A page that is done twice
 *     counts twice
 * @param indexes of the table
 * @param periods of the time series that items will be in; null if they will be in a table
 */
record ItemLook(
    MovePass pass,
    Unmovable unmovable,
    PlaceBytes bytes,
    MoveIndexes indexes,
    @Nullable Periods periods) {
  private static final int WIDTH = 16;

  /** How many of these cannot be moved. Reads an item of each table of a time series. */
  Flow<Long> unfit(List<Map<String, AttributeValue>> items, PacedFlows pace) {
    long unfit = 0;
    Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    for (Map<String, AttributeValue> item : items) {
      String why = pass.unfit(item, indexes, bytes);
      if (why == null && periods != null) {
        Map<String, AttributeValue> key = pass.keyAfter(item);
        try {
          keys.computeIfAbsent(periods.tableFor(key), table -> new ArrayList<>()).add(key);
        } catch (DecoratorException | DynamoDbException e) {
          why = String.valueOf(e.getMessage());
        }
      }
      if (why != null) {
        unmovable.noted(why);
        unfit++;
      }
    }
    long before = unfit;
    List<Flow<Long>> looks = new ArrayList<>();
    keys.forEach((table, all) -> looks.add(missing(table, all, pace)));
    return Flow.awaitAll(looks, WIDTH)
        .map(missing -> before + missing.stream().mapToLong(Long::longValue).sum());
  }

  /** How many of these keys have no table that takes them. */
  private Flow<Long> missing(
      String table, List<Map<String, AttributeValue>> keys, PacedFlows pace) {
    GetItemRequest read =
        GetItemRequest.builder().tableName(table).key(keys.get(0)).consistentRead(true).build();
    return pace.paced(TableCall.get(read))
        .map(found -> 0L)
        .recover(
            failure -> {
              boolean isThere = !(failure instanceof ResourceNotFoundException);
              if (isThere && !Unmovable.isInvalid(failure)) {
                return Flow.failed(failure);
              }
              unmovable.noted(
                  isThere
                      ? "Table '%s', which it would be in, has another key.".formatted(table)
                      : "Table '%s', which it would be in, is not there: build it."
                          .formatted(table));
              return Flow.of((long) keys.size());
            });
  }
}
