package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Copies one table, as it is now, into the namespace of another access key.
 *
 * @param like any request to the same server; it lends its address and headers
 */
record TableCopy(String table, DynamoDbCall like, String accessKey, Exchange exchange) {
  private static final int BATCH_MAX = 25;
  private static final String TABLE_NAME = "TableName";
  private static final List<String> INDEX_LISTS =
      List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes");
  private static final List<String> INDEX_FIELDS = List.of("IndexName", "KeySchema", "Projection");

  /** Whether there was a table to copy. */
  CompletableFuture<Boolean> run() {
    return ask("DescribeTable", named())
        .thenCompose(
            answer ->
                answer.isSuccess()
                    ? copy(answer.body().path("Table")).thenApply(done -> true)
                    : CompletableFuture.completedFuture(false));
  }

  private CompletableFuture<Void> copy(JsonNode description) {
    return tell("CreateTable", creation(description)).thenCompose(done -> copyItems(scan()));
  }

  private ObjectNode creation(JsonNode description) {
    ObjectNode creation = named().put("BillingMode", "PAY_PER_REQUEST");
    creation.set("AttributeDefinitions", description.path("AttributeDefinitions"));
    creation.set("KeySchema", description.path("KeySchema"));
    for (String list : INDEX_LISTS) {
      if (description.has(list)) {
        ArrayNode indexes = creation.putArray(list);
        description.path(list).forEach(index -> indexes.add(only(INDEX_FIELDS, index)));
      }
    }
    return creation;
  }

  private static ObjectNode only(List<String> fields, JsonNode from) {
    ObjectNode picked = Json.object();
    fields.forEach(field -> picked.set(field, from.path(field)));
    return picked;
  }

  private CompletableFuture<Void> copyItems(ObjectNode scan) {
    return ask("Scan", scan).thenCompose(page -> copyPage(page.body()));
  }

  private CompletableFuture<Void> copyPage(ObjectNode page) {
    CompletableFuture<Void> written = write(page.path("Items"));
    JsonNode last = page.path("LastEvaluatedKey");
    if (!last.isObject()) {
      return written;
    }
    ObjectNode next = scan();
    next.set("ExclusiveStartKey", last);
    return written.thenCompose(done -> copyItems(next));
  }

  private ObjectNode scan() {
    return named().put("ConsistentRead", true);
  }

  private CompletableFuture<Void> write(JsonNode items) {
    CompletableFuture<Void> all = CompletableFuture.allOf();
    for (int from = 0; from < items.size(); from += BATCH_MAX) {
      ObjectNode batch = Json.object();
      ArrayNode puts = batch.putObject("RequestItems").putArray(table);
      for (int i = from; i < Math.min(from + BATCH_MAX, items.size()); i++) {
        puts.addObject().putObject("PutRequest").set("Item", items.path(i));
      }
      all = all.thenCompose(done -> tell("BatchWriteItem", batch));
    }
    return all;
  }

  private ObjectNode named() {
    return Json.object().put(TABLE_NAME, table);
  }

  private CompletableFuture<Answer> ask(String operation, ObjectNode body) {
    return exchange.send(like.withOperation(operation, body));
  }

  private CompletableFuture<Void> tell(String operation, ObjectNode body) {
    DynamoDbCall call = like.withOperation(operation, body).withAccessKey(accessKey);
    return exchange.send(call).thenAccept(answer -> Replica.requireSuccess(call, answer));
  }
}
