package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** See {@link Fault#staleRead}. A plan that has one has a {@link Replica}, which it asks. */
final class StaleReadFault extends Fault {
  private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan");
  private static final String CONSISTENT = "ConsistentRead";

  private final int writesBehind;

  StaleReadFault(int writesBehind) {
    super(
        "staleRead(" + writesBehind + ")",
        DynamoDbCall.class,
        call -> READS.contains(call.operation()) && !isConsistent(call.body()),
        (call, injection) -> injection.past().send(call));
    if (writesBehind < 1) {
      throw new IllegalArgumentException("writesBehind must be >= 1 but was " + writesBehind);
    }
    this.writesBehind = writesBehind;
  }

  int writesBehind() {
    return writesBehind;
  }

  private static boolean isConsistent(JsonNode body) {
    boolean consistent = body.path(CONSISTENT).asBoolean();
    for (JsonNode table : body.path("RequestItems")) {
      consistent |= table.path(CONSISTENT).asBoolean();
    }
    return consistent;
  }
}
