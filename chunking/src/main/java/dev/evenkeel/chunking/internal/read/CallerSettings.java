package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * What a request says that holds for every other request made for its sake: its override
 * configuration, which may hold credentials and time limits, and whether capacity is reported. Read
 * through the SDK's own description of its model, for all operations alike.
 */
public final class CallerSettings {
  private static final String ASKED = "ReturnConsumedCapacity";
  private static final String REPORTED = "ConsumedCapacity";

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
   * The flow on these terms.
   *
   * @param end makes its response out of what the flow ended with and all capacity that its
   *     requests reported, in the order of their answers; none if it was not asked for
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
    if (flow instanceof Flow.Ask<T> ask) {
      return asked(ask, used);
    }
    if (flow instanceof Flow.Deferred<T> deferred) {
      return Flow.defer(() -> on(deferred.flow().get(), used));
    }
    if (flow instanceof Flow.Then<?, T> then) {
      return then(then, used);
    }
    if (flow instanceof Flow.Recovered<T> recovered) {
      Function<Throwable, Flow<T>> recovery = recovered.recovery();
      return on(recovered.first(), used).recover(cause -> on(recovery.apply(cause), used));
    }
    return flow instanceof Flow.All<?> all ? all(all, used) : flow;
  }

  private <S, T> Flow<T> then(Flow.Then<S, T> then, Consumer<ConsumedCapacity> used) {
    return on(then.first(), used).then(result -> on(then.next().apply(result), used));
  }

  @SuppressWarnings("unchecked") // who holds an All as a Flow<T> has a list as T
  private <E, T> Flow<T> all(Flow.All<E> all, Consumer<ConsumedCapacity> used) {
    List<Flow<E>> flows = new ArrayList<>();
    all.flows().forEach(flow -> flows.add(on(flow, used)));
    return (Flow<T>) Flow.all(flows, all.widthMax());
  }

  private <T> Flow<T> asked(Flow.Ask<T> ask, Consumer<ConsumedCapacity> used) {
    if (!(ask.request() instanceof TableCall<?> call)) {
      return ask;
    }
    return answered(new TableCall<>(onTerms(call.request())), used);
  }

  @SuppressWarnings("unchecked") // the same request with other settings has the same answer
  private static <T> Flow<T> answered(TableCall<?> call, Consumer<ConsumedCapacity> used) {
    return (Flow<T>)
        Flow.ask(call)
            .map(
                response -> {
                  report((DynamoDbResponse) response, used);
                  return response;
                });
  }

  private DynamoDbRequest onTerms(DynamoDbRequest request) {
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

  private static void report(DynamoDbResponse response, Consumer<ConsumedCapacity> used) {
    Object reported = response.getValueForField(REPORTED, Object.class).orElse(null);
    if (reported instanceof ConsumedCapacity one) {
      used.accept(one);
    } else if (reported instanceof List<?> several) {
      several.forEach(one -> used.accept((ConsumedCapacity) one));
    }
  }
}
