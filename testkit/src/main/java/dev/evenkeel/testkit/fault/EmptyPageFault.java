package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#emptyPage}. */
final class EmptyPageFault extends DynamoDbFault {
  private static final String START = "ExclusiveStartKey";

  EmptyPageFault() {
    super("emptyPage()");
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return ShortPageFault.PAGED.contains(call.operation()) && call.body().path(START).isObject();
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
    JsonNode request = call.body();
    ObjectNode page = Json.object().put("Count", 0).put("ScannedCount", 0);
    if (!request.path("Select").asText().equals("COUNT")) {
      page.putArray("Items");
    }
    page.set("LastEvaluatedKey", request.path(START));
    return CompletableFuture.completedFuture(Answer.madeUp(200, page));
  }
}
