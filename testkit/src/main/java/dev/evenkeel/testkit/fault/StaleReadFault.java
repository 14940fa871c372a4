package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#staleRead}. A plan that has one has a {@link Replica}, which it asks. */
final class StaleReadFault extends Fault {
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
  boolean appliesTo(Call call) {
    return call instanceof DynamoDbCall data
        && READS.contains(data.operation())
        && !isConsistent(data.body());
  }

  private static boolean isConsistent(JsonNode body) {
    boolean consistent = body.path(CONSISTENT).asBoolean();
    for (JsonNode table : body.path("RequestItems")) {
      consistent |= table.path(CONSISTENT).asBoolean();
    }
    return consistent;
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return injection.past().send(call);
  }
}
