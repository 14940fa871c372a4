package dev.evenkeel.chunking;

import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A random sequence of all operations on items. */
final class ModelScript {
  private static final List<ReturnValue> OF_WHOLES =
      List.of(
          ReturnValue.NONE,
          ReturnValue.ALL_OLD,
          ReturnValue.ALL_NEW,
          ReturnValue.UPDATED_OLD,
          ReturnValue.UPDATED_NEW);

  /**
   * Of an attribute of which a part is updated DynamoDB returns that part, and DynamoDB Local all.
   */
  private static final List<ReturnValue> OF_PARTS = OF_WHOLES.subList(0, 3);

  private final ModelTables tables;
  private final Gen gen;
  private final ModelValues made;
  private final ModelReads reads;

  ModelScript(ModelTables tables, Gen gen, boolean pagesMayEndEarly) {
    this.tables = tables;
    this.gen = gen;
    this.made = new ModelValues(gen);
    this.reads = new ModelReads(tables, gen, made, pagesMayEndEarly);
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      step();
    }
    reads.everything();
  }

  private void step() {
    switch (gen.between(0, 13)) {
      case 0, 1, 2 -> put();
      case 3, 4, 5 -> update();
      case 6 -> delete();
      case 7 -> batchWrite();
      case 8, 9 -> transactWrite();
      case 10 -> reads.get();
      case 11 -> reads.batchGet();
      case 12 -> reads.page();
      default -> reads.transactGet();
    }
  }

  private @Nullable ReturnValuesOnConditionCheckFailure onFailure() {
    return gen.oneOf(
        List.of(
            ReturnValuesOnConditionCheckFailure.ALL_OLD, ReturnValuesOnConditionCheckFailure.NONE));
  }

  private void same(DynamoDbRequest request) {
    Outcome unused = tables.both.same(request);
  }

  private void put() {
    Map<String, AttributeValue> item = made.item();
    Clauses clauses = new Clauses(gen, made);
    PutItemRequest.Builder put =
        PutItemRequest.builder()
            .item(item)
            .conditionExpression(clauses.maybe(0.3, clauses::condition))
            .expressionAttributeNames(clauses.names())
            .expressionAttributeValues(clauses.values())
            .returnValues(gen.oneOf(List.of(ReturnValue.NONE, ReturnValue.ALL_OLD)))
            .returnValuesOnConditionCheckFailure(onFailure());
    same(put.tableName(tables.name).build());
    tables.note(key(item));
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return Map.of("id", item.get("id"), "rank", item.get("rank"));
  }

  private void update() {
    Clauses clauses = new Clauses(gen, made);
    Map<String, AttributeValue> key = made.key();
    UpdateItemRequest.Builder update =
        UpdateItemRequest.builder()
            .key(key)
            .updateExpression(clauses.maybe(0.97, clauses::update))
            .conditionExpression(clauses.maybe(0.3, clauses::condition))
            .expressionAttributeNames(clauses.names())
            .expressionAttributeValues(clauses.values())
            .returnValues(gen.oneOf(clauses.isNested() ? OF_PARTS : OF_WHOLES))
            .returnValuesOnConditionCheckFailure(onFailure());
    same(update.tableName(tables.name).build());
    tables.note(key);
  }

  private void delete() {
    Clauses clauses = new Clauses(gen, made);
    DeleteItemRequest.Builder delete =
        DeleteItemRequest.builder()
            .key(made.key())
            .conditionExpression(clauses.maybe(0.3, clauses::condition))
            .expressionAttributeNames(clauses.names())
            .expressionAttributeValues(clauses.values())
            .returnValues(gen.oneOf(List.of(ReturnValue.NONE, ReturnValue.ALL_OLD)))
            .returnValuesOnConditionCheckFailure(onFailure());
    same(delete.tableName(tables.name).build());
  }

  private Map<String, AttributeValue> itemOf(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item = made.item();
    item.putAll(key);
    return item;
  }

  /** Writes different items in a batch, and equal ones now and then. */
  private void batchWrite() {
    List<WriteRequest> writes = new ArrayList<>();
    for (Map<String, AttributeValue> key : made.keys(6)) {
      writes.add(
          gen.chance(0.7)
              ? WriteRequest.builder().putRequest(put -> put.item(itemOf(key))).build()
              : WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build());
    }
    if (gen.chance(0.05)) {
      writes.add(writes.get(0));
    }
    same(BatchWriteItemRequest.builder().requestItems(Map.of(tables.name, writes)).build());
  }

  private interface Action {
    TransactWriteItem of(String table);
  }

  private void transactWrite() {
    List<Action> actions = new ArrayList<>();
    made.keys(4).forEach(key -> actions.add(action(key)));
    same(
        TransactWriteItemsRequest.builder()
            .transactItems(actions.stream().map(action -> action.of(tables.name)).toList())
            .build());
  }

  private Action action(Map<String, AttributeValue> key) {
    Clauses clauses = new Clauses(gen, made);
    int kind = gen.between(0, 4);
    Map<String, AttributeValue> item = itemOf(key);
    String update = kind == 2 || kind == 3 ? clauses.update() : null;
    String condition = clauses.maybe(kind == 4 ? 1 : 0.2, clauses::condition);
    ReturnValuesOnConditionCheckFailure onFailure = onFailure();
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    return table ->
        switch (kind) {
          case 0 ->
              action
                  .put(
                      a ->
                          a.tableName(table)
                              .item(item)
                              .conditionExpression(condition)
                              .expressionAttributeNames(clauses.names())
                              .expressionAttributeValues(clauses.values())
                              .returnValuesOnConditionCheckFailure(onFailure))
                  .build();
          case 1 ->
              action
                  .delete(
                      a ->
                          a.tableName(table)
                              .key(key)
                              .conditionExpression(condition)
                              .expressionAttributeNames(clauses.names())
                              .expressionAttributeValues(clauses.values())
                              .returnValuesOnConditionCheckFailure(onFailure))
                  .build();
          case 4 ->
              action
                  .conditionCheck(
                      a ->
                          a.tableName(table)
                              .key(key)
                              .conditionExpression(condition)
                              .expressionAttributeNames(clauses.names())
                              .expressionAttributeValues(clauses.values())
                              .returnValuesOnConditionCheckFailure(onFailure))
                  .build();
          default ->
              action
                  .update(
                      a ->
                          a.tableName(table)
                              .key(key)
                              .updateExpression(update)
                              .conditionExpression(condition)
                              .expressionAttributeNames(clauses.names())
                              .expressionAttributeValues(clauses.values())
                              .returnValuesOnConditionCheckFailure(onFailure))
                  .build();
        };
  }
}
