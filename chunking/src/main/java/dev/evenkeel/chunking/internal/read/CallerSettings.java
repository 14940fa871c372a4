package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.RequestRewriter;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Metering;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The settings of a request that hold for every other request made for its sake: its override
 * configuration, which may hold credentials and time limits, and whether capacity is reported. Read
 * through the SDK's own description of its model, for all operations alike.
 */
public final class CallerSettings {
  private static final String ASKED = "ReturnConsumedCapacity";

  private final @Nullable AwsRequestOverrideConfiguration overrides;
  private final @Nullable String capacity;

  private CallerSettings(
      @Nullable AwsRequestOverrideConfiguration overrides, @Nullable String capacity) {
    this.overrides = overrides;
    this.capacity = capacity;
  }

  public static CallerSettings of(DynamoDbRequest request) {
    return new CallerSettings(
        request.overrideConfiguration().orElse(null),
        request.getValueForField(ASKED, String.class).orElse(null));
  }

  /**
   * The flow with the override configuration of the request that it is made for on each of its
   * requests that has none of its own.
   */
  public static <T> Flow<T> overriding(DynamoDbRequest request, Flow<T> flow) {
    return new CallerSettings(request.overrideConfiguration().orElse(null), null)
        .on(flow, used -> {});
  }

  /**
   * The flow with these settings on its requests.
   *
   * @param end makes its response out of what the flow ended with and all capacity that its
   *     requests reported, in the order of their answers; none if the caller did not request it
   */
  public <T, R> Flow<R> run(Flow<T> flow, End<T, R> end) {
    return Flow.defer(
        () -> {
          List<ConsumedCapacity> used = new ArrayList<>();
          return on(flow, used::add).map(result -> end.of(result, used));
        });
  }

  /** Ends a flow. */
  public interface End<T, R> {
    R of(T result, List<ConsumedCapacity> used);
  }

  private <T> Flow<T> on(Flow<T> flow, Consumer<ConsumedCapacity> used) {
    if (overrides == null && capacity == null) {
      return flow;
    }
    return new RequestRewriter() {
      @Override
      public <A> Flow<A> rewrite(Request<A> request) {
        return request instanceof TableCall<?> call
            ? answered(withSettings(call.request()), used)
            : Flow.ask(request);
      }
    }.in(flow);
  }

  private static <T> Flow<T> answered(DynamoDbRequest request, Consumer<ConsumedCapacity> used) {
    return Flow.ask(new TableCall<DynamoDbResponse>(request))
        .map(
            response -> {
              Metering.consumed(response).forEach(used);
              return TableCall.response(response);
            });
  }

  private DynamoDbRequest withSettings(DynamoDbRequest request) {
    DynamoDbRequest.Builder builder = request.toBuilder();
    if (overrides != null && request.overrideConfiguration().isEmpty()) {
      builder.overrideConfiguration(overrides);
    }
    for (SdkField<?> field : request.sdkFields()) {
      if (field.memberName().equals(ASKED) && field.getValueOrDefault(request) == null) {
        field.set(builder, capacity);
      }
    }
    return builder.build();
  }
}
