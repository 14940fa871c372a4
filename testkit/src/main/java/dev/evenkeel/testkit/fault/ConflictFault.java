package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** See {@link Fault#transactionConflict}. */
final class ConflictFault extends DynamoDbFault {
  private static final Set<String> SINGLE_WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
  private static final String PREFIX = "com.amazonaws.dynamodb.v20120810#";
  private static final String MESSAGE = "Transaction is ongoing for the item";
  private static final String CONFLICT = "TransactionConflict";
  private static final String NONE = "None";

  ConflictFault() {
    super("transactionConflict()");
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return SINGLE_WRITES.contains(call.operation()) || !call.actions().isEmpty();
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
    List<JsonNode> actions = call.actions();
    return CompletableFuture.completedFuture(
        actions.isEmpty()
            ? Answer.error(400, PREFIX + "TransactionConflictException", MESSAGE, Json.object())
            : canceled(codes(actions, injection)));
  }

  private static List<String> codes(List<JsonNode> actions, Injection injection) {
    int[] candidates =
        IntStream.range(0, actions.size())
            .filter(i -> injection.keys().test(Keys.ofAction(actions.get(i))))
            .toArray();
    int victim = candidates[injection.dice().nextInt(candidates.length)];
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      codes.add(i == victim ? CONFLICT : NONE);
    }
    return codes;
  }

  private static Answer canceled(List<String> codes) {
    ArrayNode reasons = Json.array();
    for (String code : codes) {
      var reason = reasons.addObject().put("Code", code);
      if (code.equals(CONFLICT)) {
        reason.put("Message", MESSAGE);
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
