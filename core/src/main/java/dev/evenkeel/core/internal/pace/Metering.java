package dev.evenkeel.core.internal.pace;

import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** The cost of requests of any operation. */
public final class Metering {
  private static final String ASK = "ReturnConsumedCapacity";
  private static final String ANSWER = "ConsumedCapacity";

  private Metering() {}

  /** The same request, asking what it costs; requests that cost nothing stay as they are. */
  public static DynamoDbRequest metered(DynamoDbRequest request) {
    for (SdkField<?> field : request.sdkFields()) {
      if (field.memberName().equals(ASK)) {
        DynamoDbRequest.Builder builder = request.toBuilder();
        field.set(builder, ReturnConsumedCapacity.TOTAL.toString());
        return builder.build();
      }
    }
    return request;
  }

  /** Read and write units together; 0 if the response does not tell. */
  public static double units(DynamoDbResponse response) {
    return consumed(response).stream()
        .mapToDouble(part -> part.capacityUnits() == null ? 0 : part.capacityUnits())
        .sum();
  }

  /** The capacity that a response reports, for each table; empty if it does not tell. */
  public static List<ConsumedCapacity> consumed(DynamoDbResponse response) {
    Object answer = response.getValueForField(ANSWER, Object.class).orElse(List.of());
    List<?> parts = answer instanceof List<?> list ? list : List.of(answer);
    return parts.stream()
        .filter(ConsumedCapacity.class::isInstance)
        .map(ConsumedCapacity.class::cast)
        .toList();
  }

  /** The capacity of an answer that reports one table only; null if it does not tell. */
  public static @Nullable ConsumedCapacity consumedOnce(DynamoDbResponse response) {
    return response.getValueForField(ANSWER, ConsumedCapacity.class).orElse(null);
  }

  /**
   * The same answer with another capacity.
   *
   * @param capacity as the answer's operation reports it: one, or a list with one for each table
   */
  public static <R extends DynamoDbResponse> R with(R answer, @Nullable Object capacity) {
    AwsResponse.Builder builder = answer.toBuilder();
    for (SdkField<?> field : answer.sdkFields()) {
      if (field.memberName().equals(ANSWER)) {
        field.set(builder, capacity);
      }
    }
    return TableCall.response((DynamoDbResponse) builder.build());
  }

  /** The same answer with the capacity of a read before it; of one that reports one table only. */
  public static <R extends DynamoDbResponse> R withRead(R answer, @Nullable ConsumedCapacity read) {
    return read == null
        ? answer
        : with(answer, CapacitySum.of(List.of(read), consumedOnce(answer)));
  }
}
