package dev.evenkeel.simulator.internal.plan.client;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/**
 * A reason that an exception tells. Older SDKs have no types for reasons, nor ThrottlingException:
 * this class alone names these. There exceptions tell none, and that exception is what the SDK
 * makes of a code that it does not know.
 *
 * @param resource the table's or index's ARN
 */
record ReportedReason(String code, String resource) {
  private static final boolean KNOWN =
      Stream.of(RequestLimitExceededException.Builder.class.getMethods())
          .anyMatch(method -> method.getName().equals("throttlingReasons"));

  static DynamoDbException.Builder throttling() {
    return KNOWN ? ThrottlingException.builder() : DynamoDbException.builder();
  }

  static void tell(DynamoDbException.Builder failure, Collection<ReportedReason> reasons) {
    if (!KNOWN) {
      return;
    }
    List<ThrottlingReason> all =
        reasons.stream()
            .map(each -> ThrottlingReason.builder().reason(each.code).resource(each.resource))
            .map(ThrottlingReason.Builder::build)
            .toList();
    if (failure instanceof ProvisionedThroughputExceededException.Builder builder) {
      builder.throttlingReasons(all);
    } else if (failure instanceof RequestLimitExceededException.Builder builder) {
      builder.throttlingReasons(all);
    } else if (failure instanceof ThrottlingException.Builder builder) {
      builder.throttlingReasons(all);
    }
  }
}
