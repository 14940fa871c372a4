package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** See {@link Fault#transactionConflict} and {@link Fault#transactionThrottled}. */
final class TransactionFault extends DynamoDbFault {
  private static final Set<String> SINGLE_WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
  private static final String PREFIX = "com.amazonaws.dynamodb.v20120810#";
  private static final String CONFLICT = "TransactionConflict";
  private static final String NONE = "None";

  private final String code;
  private final String message;

  private TransactionFault(String name, String code, String message) {
    super(name);
    this.code = code;
    this.message = message;
  }

  static TransactionFault ofConflict() {
    return new TransactionFault(
        "transactionConflict()", CONFLICT, "Transaction is ongoing for the item");
  }

  static TransactionFault ofThrottle() {
    return new TransactionFault(
        "transactionThrottled()",
        "ThrottlingError",
        "Throughput exceeds the current capacity for one or more global secondary indexes or the"
            + " table. DynamoDB is automatically scaling. Please try again shortly.");
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return !call.actions().isEmpty()
        || (code.equals(CONFLICT) && SINGLE_WRITES.contains(call.operation()));
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
    List<JsonNode> actions = call.actions();
    return CompletableFuture.completedFuture(
        actions.isEmpty()
            ? Answer.error(400, PREFIX + "TransactionConflictException", message, Json.object())
            : canceled(codes(actions, injection)));
  }

  private List<String> codes(List<JsonNode> actions, Injection injection) {
    int[] candidates =
        IntStream.range(0, actions.size())
            .filter(i -> injection.keys().test(Keys.ofAction(actions.get(i))))
            .toArray();
    int victim = candidates[injection.dice().nextInt(candidates.length)];
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      codes.add(i == victim ? code : NONE);
    }
    return codes;
  }

  private Answer canceled(List<String> codes) {
    ArrayNode reasons = Json.array();
    for (String of : codes) {
      var reason = reasons.addObject().put("Code", of);
      if (!of.equals(NONE)) {
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
