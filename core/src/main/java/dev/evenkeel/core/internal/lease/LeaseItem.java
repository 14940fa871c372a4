package dev.evenkeel.core.internal.lease;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The item of a lease: read consistently, and written only upon the state that was read. */
record LeaseItem(Lease.Key leaseKey) {
  private static final Map<String, String> NAMES = Map.of("#lease", Leases.ATTRIBUTE);

  Flow<LeaseState> read() {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(leaseKey.tableName())
            .key(leaseKey.key())
            .consistentRead(true)
            .projectionExpression("#lease")
            .expressionAttributeNames(NAMES)
            .build();
    return TableCall.get(request)
        .map(answer -> LeaseState.read(leaseKey.tableName(), answer.item().get(Leases.ATTRIBUTE)));
  }

  /**
   * Reads after a failed write, which may have been applied. If the read fails too, the write's
   * failure is reported, unless the item is no lease.
   */
  Flow<LeaseState> readAfter(Throwable failure) {
    return read()
        .recover(
            second -> {
              boolean isFormatFailure = second instanceof LeaseFormatException;
              Throwable reported = isFormatFailure ? second : failure;
              if (second != failure) {
                reported.addSuppressed(isFormatFailure ? failure : second);
              }
              return Flow.failed(reported);
            });
  }

  Flow<Done> swap(LeaseState seen, LeaseState next) {
    boolean isNew = seen.equals(LeaseState.NEW);
    Map<String, AttributeValue> values =
        isNew
            ? Map.of(":next", next.write())
            : Map.of(":next", next.write(), ":seen", seen.write());
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(leaseKey.tableName())
            .key(leaseKey.key())
            .updateExpression("SET #lease = :next")
            .conditionExpression(isNew ? "attribute_not_exists(#lease)" : "#lease = :seen")
            .expressionAttributeNames(NAMES)
            .expressionAttributeValues(values)
            .build();
    return TableCall.update(request).map(answer -> Done.DONE);
  }
}
