package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#throttled}. */
final class ThrottleFault extends DynamoDbFault {
  /** As in the ARNs that DynamoDB Local gives its tables. */
  private static final String ARN_PREFIX = "arn:aws:dynamodb:ddblocal:000000000000:table/";

  private final ThrottleLimit limit;

  ThrottleFault(ThrottleLimit limit) {
    super("throttled(" + limit + ")");
    this.limit = limit;
  }

  @Override
  boolean appliesTo(DynamoDbCall call) {
    return !call.tables().isEmpty();
  }

  @Override
  CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
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
    ThrottleLimit.ExceptionShape shape = limit.shape();
    return CompletableFuture.completedFuture(
        Answer.error(
            400, shape.type(), shape.message(), Json.object().set(shape.reasonsField(), reasons)));
  }
}
