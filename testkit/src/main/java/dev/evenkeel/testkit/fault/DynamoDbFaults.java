package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.testkit.fault.ThrottleLimit.ExceptionShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Faults that only DynamoDB has; {@link Fault} describes them. */
final class DynamoDbFaults {
  private static final Set<String> PAGED = Set.of("Query", "Scan");
  private static final Set<String> SINGLE_WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
  private static final String START = "ExclusiveStartKey";
  private static final String PREFIX = "com.amazonaws.dynamodb.v20120810#";
  private static final String NONE = "None";

  /** The prefix of the ARNs that DynamoDB Local gives its tables. */
  private static final String ARN_PREFIX = "arn:aws:dynamodb:ddblocal:000000000000:table/";

  private DynamoDbFaults() {}

  private static Fault fault(
      String description,
      Predicate<DynamoDbCall> calls,
      BiFunction<DynamoDbCall, Injection, CompletableFuture<Answer>> effect) {
    return new Fault(description, DynamoDbCall.class, calls, effect);
  }

  /** A fault of which the server hears nothing. */
  private static Fault answered(
      String description, Predicate<DynamoDbCall> calls, Function<DynamoDbCall, Answer> answer) {
    return fault(
        description,
        calls,
        (call, injection) -> CompletableFuture.completedFuture(answer.apply(call)));
  }

  static Fault throttled(ThrottleLimit limit) {
    return answered(
        "throttled(" + limit + ")",
        call -> !call.tables().isEmpty(),
        call -> {
          String index = call.body().path("IndexName").asText();
          String reason =
              (index.isEmpty() ? "Table" : "Index")
                  + (call.isWrite() ? "Write" : "Read")
                  + limit.limitType();
          String suffix = index.isEmpty() ? "" : "/index/" + index;
          ArrayNode reasons = Json.array();
          for (String table : call.tables()) {
            reasons.addObject().put("reason", reason).put("resource", ARN_PREFIX + table + suffix);
          }
          ExceptionShape shape = limit.shape();
          ObjectNode details = Json.object().set(shape.reasonsField(), reasons);
          return Answer.error(400, shape.type(), shape.message(), details);
        });
  }

  static Fault shortPage(int itemsMax) {
    if (itemsMax < 1) {
      throw new IllegalArgumentException("itemsMax must be >= 1 but was " + itemsMax);
    }
    return fault(
        "shortPage(" + itemsMax + ")",
        call ->
            PAGED.contains(call.operation())
                && call.body().path("Limit").asInt(Integer.MAX_VALUE) > itemsMax,
        (call, injection) -> {
          ObjectNode body = call.body().deepCopy();
          return injection.server().send(call.withBody(body.put("Limit", itemsMax)));
        });
  }

  static Fault emptyPage() {
    return answered(
        "emptyPage()",
        call -> PAGED.contains(call.operation()) && call.body().path(START).isObject(),
        call -> {
          JsonNode request = call.body();
          ObjectNode page = Json.object().put("Count", 0).put("ScannedCount", 0);
          if (!request.path("Select").asText().equals("COUNT")) {
            page.putArray("Items");
          }
          page.set("LastEvaluatedKey", request.path(START));
          return Answer.madeUp(200, page);
        });
  }

  static Fault transactionConflict() {
    String message = "Transaction is ongoing for the item";
    return fault(
        "transactionConflict()",
        call -> !call.actions().isEmpty() || SINGLE_WRITES.contains(call.operation()),
        (call, injection) ->
            CompletableFuture.completedFuture(
                call.actions().isEmpty()
                    ? Answer.error(
                        400, PREFIX + "TransactionConflictException", message, Json.object())
                    : canceled(call.actions(), injection, "TransactionConflict", message)));
  }

  static Fault transactionThrottled() {
    String message =
        "Throughput exceeds the current capacity for one or more global secondary indexes or the"
            + " table. DynamoDB is automatically scaling. Please try again shortly.";
    return fault(
        "transactionThrottled()",
        call -> !call.actions().isEmpty(),
        (call, injection) ->
            CompletableFuture.completedFuture(
                canceled(call.actions(), injection, "ThrottlingError", message)));
  }

  /** A transaction of which one action has this reason. */
  private static Answer canceled(
      List<JsonNode> actions, Injection injection, String code, String message) {
    int[] candidates =
        IntStream.range(0, actions.size())
            .filter(i -> injection.keys().test(Keys.ofAction(actions.get(i))))
            .toArray();
    int victim = candidates[injection.dice().nextInt(candidates.length)];
    ArrayNode reasons = Json.array();
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      codes.add(i == victim ? code : NONE);
      ObjectNode reason = reasons.addObject().put("Code", codes.get(i));
      if (i == victim) {
        reason.put("Message", message);
      }
    }
    String list = codes.stream().collect(Collectors.joining(", ", "[", "]"));
    return Answer.error(
        400,
        PREFIX + "TransactionCanceledException",
        "Transaction cancelled, please refer cancellation reasons for specific reasons " + list,
        Json.object().set("CancellationReasons", reasons));
  }
}
