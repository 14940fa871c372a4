package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#shortPage}. */
final class ShortPageFault extends DynamoDbFault {
  static final Set<String> PAGED = Set.of("Query", "Scan");

  private final int itemsMax;

  ShortPageFault(int itemsMax) {
    super("shortPage(" + itemsMax + ")");
    if (itemsMax < 1) {
      throw new IllegalArgumentException("itemsMax must be >= 1 but was " + itemsMax);
    }
    this.itemsMax = itemsMax;
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return PAGED.contains(call.operation())
        && call.body().path("Limit").asInt(Integer.MAX_VALUE) > itemsMax;
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
    ObjectNode body = call.body().deepCopy();
    return injection.server().send(call.withBody(body.put("Limit", itemsMax)));
  }
}
