package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Throttles as the SDK's exceptions. The exceptions by reason: AWS, <em>Error handling with
 * DynamoDB</em>. ProvisionedThroughputExceededException is for provisioned mode; in on-demand mode
 * ThrottlingException is for limits of partitions and configured maximums, RequestLimitExceeded for
 * the account's quota. The codes of cancelled transactions: AWS, <em>TransactWriteItems</em>.
 */
final class ThrottleFailures {
  private static final int BAD_REQUEST = 400;
  private static final String PROVISIONED_TEXT =
      "The level of configured provisioned throughput for the table was exceeded.";
  private static final String ON_DEMAND_TEXT =
      "Throughput exceeds the current capacity of your table or index.";
  private static final String ACCOUNT_TEXT =
      "Throughput exceeds the current throughput limit for your account.";

  private ThrottleFailures() {}

  /**
   * The failure of a request of which nothing was accepted.
   *
   * @param orders null where one costs nothing that is simulated
   * @param reasons for each order, some not null
   */
  static DynamoDbException of(
      List<@Nullable Order> orders, List<@Nullable ThrottleReason> reasons) {
    Set<ReportedReason> all = new LinkedHashSet<>();
    DynamoDbException.Builder first = null;
    for (int i = 0; i < orders.size(); i++) {
      Order order = orders.get(i);
      ThrottleReason reason = reasons.get(i);
      if (order != null && reason != null) {
        all.add(told(order, reason));
        first = first == null ? builder(order, reason) : first;
      }
    }
    if (first == null) {
      throw new IllegalArgumentException("nothing was throttled");
    }
    ReportedReason.tell(first, all);
    return (DynamoDbException) first.build();
  }

  private static DynamoDbException.Builder builder(Order order, ThrottleReason reason) {
    if (isProvisioned(order)) {
      return failure(
          ProvisionedThroughputExceededException.builder(),
          "ProvisionedThroughputExceededException",
          PROVISIONED_TEXT,
          reason);
    }
    return reason.limit() == LimitType.ACCOUNT_LIMIT
        ? failure(
            RequestLimitExceededException.builder(), "RequestLimitExceeded", ACCOUNT_TEXT, reason)
        : failure(ReportedReason.throttling(), "ThrottlingException", ON_DEMAND_TEXT, reason);
  }

  private static DynamoDbException.Builder failure(
      DynamoDbException.Builder builder, String code, String text, ThrottleReason reason) {
    return failure(builder, code, text + " (Simulated: " + reason + ")");
  }

  private static DynamoDbException.Builder failure(
      DynamoDbException.Builder builder, String code, String message) {
    builder.message(message);
    builder.statusCode(BAD_REQUEST);
    builder.awsErrorDetails(
        AwsErrorDetails.builder()
            .errorCode(code)
            .errorMessage(message)
            .serviceName("DynamoDb")
            .build());
    return builder;
  }

  private static ReportedReason told(Order order, ThrottleReason reason) {
    String arn = order.table().arn();
    return new ReportedReason(
        reason.code(), reason.index() ? arn + "/index/" + reason.resource() : arn);
  }

  private static boolean isProvisioned(Order order) {
    return order.table().spec().capacity() instanceof Capacity.Provisioned;
  }

  /**
   * The failure of a transaction.
   *
   * @param orders for each action; null where it costs nothing that is simulated
   * @param reasons likewise; some not null
   */
  static TransactionCanceledException canceled(
      List<@Nullable Order> orders, List<@Nullable ThrottleReason> reasons) {
    List<CancellationReason> all = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      Order order = orders.get(i);
      ThrottleReason reason = reasons.get(i);
      all.add(
          order == null || reason == null
              ? CancellationReason.builder().code("None").build()
              : canceled(order, reason));
    }
    String message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
            + all.stream()
                .map(CancellationReason::code)
                .collect(Collectors.joining(", ", "[", "]"));
    TransactionCanceledException.Builder builder =
        TransactionCanceledException.builder().cancellationReasons(all);
    failure(builder, "TransactionCanceledException", message);
    return builder.build();
  }

  private static CancellationReason canceled(Order order, ThrottleReason reason) {
    return CancellationReason.builder()
        .code(isProvisioned(order) ? "ProvisionedThroughputExceeded" : "ThrottlingError")
        .message(
            (isProvisioned(order) ? PROVISIONED_TEXT : ON_DEMAND_TEXT)
                + " (Simulated: "
                + reason
                + ")")
        .build();
  }
}
