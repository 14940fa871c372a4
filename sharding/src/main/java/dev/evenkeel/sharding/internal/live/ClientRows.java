package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The rows of clients that act on the layout of one table. All reads are consistent.
 *
 * @param control the control table
 * @param table the table whose layout it is
 */
public record ClientRows(String control, String table) {
  /** Rows are spread over so many keys, so that beats of many clients heat none. */
  static final int KEYS = 16;

  /** Says that a client is there. */
  Flow<Done> beat(Registration row) {
    return beat(row, "", Map.of(), Map.of());
  }

  /**
   * The same, and that it has taken note of no pause. An acknowledgement is a version, which a
   * record that was set back reaches once more.
   */
  Flow<Done> beatUnacknowledged(Registration row) {
    return beat(
        row, ", #ack = :none", Map.of("#ack", "ack"), Map.of(":none", AttributeValue.fromN("0")));
  }

  private Flow<Done> beat(
      Registration row,
      String more,
      Map<String, String> moreNames,
      Map<String, AttributeValue> moreValues) {
    Map<String, String> names = new HashMap<>(moreNames);
    names.putAll(Map.of("#beat", "beat", "#host", "host", "#library", "library"));
    Map<String, AttributeValue> values = new HashMap<>(moreValues);
    values.putAll(
        Map.of(
            ":beat", AttributeValue.fromN(Long.toString(row.beat())),
            ":host", AttributeValue.fromS(row.host()),
            ":library", AttributeValue.fromS(row.library())));
    return update(
        row,
        "attribute_not_exists(#beat) OR #beat <= :beat",
        "SET #beat = :beat, #host = :host, #library = :library" + more,
        names,
        values);
  }

  /** Says that a client has taken note of a pause, and what that is for. */
  Flow<Done> acknowledge(Registration row) {
    return update(
        row,
        "attribute_not_exists(#ack) OR #ack <= :ack",
        "SET #ack = :ack, #held = :held",
        Map.of("#ack", "ack", "#held", LayoutFormat.HELD),
        Map.of(
            ":ack", AttributeValue.fromN(Long.toString(row.ack())),
            ":held", LayoutFormat.changed(requireNonNull(row.held()))));
  }

  /**
   * Updates a row. One that comes late, after the next of its kind, has nothing to say any more.
   */
  private Flow<Done> update(
      Registration row,
      String notLate,
      String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(control)
            .key(rowKey(row.id()))
            .conditionExpression(notLate)
            .updateExpression(expression)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build();
    return TableCall.unlessRefused(TableCall.update(update));
  }

  Flow<Done> delete(Registration row) {
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName(control).key(rowKey(row.id())).build();
    return TableCall.delete(delete).map(answer -> Done.DONE);
  }

  /** Deletes the row of a client that has fallen silent, unless it has beaten since it was read. */
  public Flow<Done> forget(Registration row) {
    boolean isBare = row.beat() == 0;
    DeleteItemRequest.Builder delete =
        DeleteItemRequest.builder()
            .tableName(control)
            .key(rowKey(row.id()))
            .conditionExpression(isBare ? "attribute_not_exists(#beat)" : "#beat = :beat")
            .expressionAttributeNames(Map.of("#beat", "beat"));
    if (!isBare) {
      delete.expressionAttributeValues(
          Map.of(":beat", AttributeValue.fromN(Long.toString(row.beat()))));
    }
    return TableCall.unlessRefused(TableCall.delete(delete.build()));
  }

  /** All rows. Costs a read unit or more for each of {@value #KEYS} keys. */
  public Flow<List<Registration>> rows() {
    List<Flow<List<Registration>>> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      QueryRequest query =
          QueryRequest.builder()
              .tableName(control)
              .consistentRead(true)
              .keyConditionExpression("pk = :clients")
              .expressionAttributeValues(Map.of(":clients", AttributeValue.fromS(clients(i))))
              .build();
      keys.add(
          TableCall.queryAll(query)
              .map(rows -> rows.stream().map(row -> LayoutFormat.row(table, row)).toList()));
    }
    return Flow.failFast(keys).map(lists -> lists.stream().flatMap(List::stream).toList());
  }

  Map<String, AttributeValue> rowKey(String id) {
    return LayoutTable.key(clients(Math.floorMod(id.hashCode(), KEYS)), id);
  }

  private String clients(int number) {
    return table + "#clients#" + number;
  }
}
