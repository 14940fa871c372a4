package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyMismatchException;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.query.QueryShape;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks the start key of a query on counters: the key of a counter, and nothing else. */
public record CounterStartKey(Call call, CounterTable table, QueryShape shape) {

  /** The start key's sort value. */
  public AttributeValue sortValue(Map<String, AttributeValue> startKey) {
    requireKey(startKey);
    AttributeValue value = startKey.get(table.sortKey());
    if (value == null || !shape.range().contains(value)) {
      throw call.invalid(
          "the start key lies outside the key condition", InvalidStartKeyException.REMEDY);
    }
    return value;
  }

  /** Refuses what is no key of a counter with the queried partition key. */
  public void requireKey(Map<String, AttributeValue> startKey) {
    KeySchema key = table.key();
    try {
      key.validate(startKey);
      if (!table.logicalKey(call, startKey).equals(shape.logicalKey())) {
        throw call.invalid(
            "the start key has another value of '" + table.partitionKey() + "'",
            InvalidStartKeyException.REMEDY);
      }
    } catch (KeyMismatchException e) {
      throw call.invalid(
          "the start key is none of the table's, by attribute '" + e.attribute() + "'",
          InvalidStartKeyException.REMEDY);
    } catch (RefusedOperationException e) {
      throw invalid("in the start key, " + e.reason());
    }
  }

  private InvalidStartKeyException invalid(String reason) {
    return new InvalidStartKeyException(call.operation(), call.table(), reason);
  }
}
