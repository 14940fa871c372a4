package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#staleRead}. */
final class StaleReadFault extends DynamoDbFault {
  private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan");
  private static final String CONSISTENT = "ConsistentRead";

  private final int writesBehind;

  StaleReadFault(int writesBehind) {
    super("staleRead(" + writesBehind + ")");
    if (writesBehind < 1) {
      throw new IllegalArgumentException("writesBehind must be >= 1 but was " + writesBehind);
    }
    this.writesBehind = writesBehind;
  }

  int writesBehind() {
    return writesBehind;
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return READS.contains(call.operation()) && !isConsistent(call.body());
  }

  private static boolean isConsistent(JsonNode body) {
    boolean consistent = body.path(CONSISTENT).asBoolean();
    for (JsonNode table : body.path("RequestItems")) {
      consistent |= table.path(CONSISTENT).asBoolean();
    }
    return consistent;
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
    return injection.past().send(call);
  }
}
