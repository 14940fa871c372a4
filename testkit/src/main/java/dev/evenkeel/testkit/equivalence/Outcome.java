package dev.evenkeel.testkit.equivalence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A response or a failure of the service, in one form: equal outcomes say the same to a caller.
 *
 * <p>Numbers, sets and the order of attributes are normal. Items of a Scan and of a BatchGetItem
 * are in an order of their own. A member that is absent differs from one that is empty. Capacity
 * and item collection metrics are left out: they tell what it cost, not what is there.
 *
 * @param type the class of the response or of the exception
 * @param members what it says, by the names of the SDK's members; {@code ErrorCode}, {@code
 *     StatusCode}, and for failed conditions {@code Message}, {@code Item} and {@code
 *     CancellationReasons}
 */
public record Outcome(Class<?> type, Map<String, Object> members) {
  private static final Set<String> COSTS = Set.of("ConsumedCapacity", "ItemCollectionMetrics");

  /** Members are copied. */
  public Outcome {
    members = Map.copyOf(members);
  }

  /**
   * The outcome of a client's call. Only failures of the service are outcomes: what a decorator or
   * the SDK throws of its own accord is thrown.
   *
   * @param hidden attributes that do not count wherever they stand in an item
   */
  static Outcome of(ClientUnderTest client, DynamoDbRequest request, Set<String> hidden) {
    NormalForm form = new NormalForm(hidden);
    try {
      return of(client.call(request), form);
    } catch (AwsServiceException e) {
      return of(e, form);
    }
  }

  private static Outcome of(DynamoDbResponse response, NormalForm form) {
    Map<String, Object> members = form.members(response, COSTS);
    if (response instanceof ScanResponse) {
      members.computeIfPresent("Items", (name, items) -> NormalForm.inAnyOrder(items));
    }
    if (response instanceof BatchGetItemResponse) {
      members.computeIfPresent(
          "Responses",
          (name, tables) -> {
            Map<Object, Object> sorted = new TreeMap<>((Map<?, ?>) tables);
            sorted.replaceAll((table, items) -> NormalForm.inAnyOrder(items));
            return sorted;
          });
    }
    return new Outcome(response.getClass(), members);
  }

  private static Outcome of(AwsServiceException failure, NormalForm form) {
    Map<String, Object> members = new TreeMap<>();
    Optional<AwsErrorDetails> details = Optional.ofNullable(failure.awsErrorDetails());
    details.map(AwsErrorDetails::errorCode).ifPresent(code -> members.put("ErrorCode", code));
    members.put("StatusCode", failure.statusCode());
    if (failure instanceof ConditionalCheckFailedException
        || failure instanceof TransactionCanceledException) {
      details.map(AwsErrorDetails::errorMessage).ifPresent(text -> members.put("Message", text));
    }
    if (failure instanceof ConditionalCheckFailedException failed && failed.hasItem()) {
      members.put("Item", form.item(failed.item()));
    }
    if (failure instanceof TransactionCanceledException canceled) {
      List<Object> reasons = new ArrayList<>();
      for (CancellationReason reason : canceled.cancellationReasons()) {
        reasons.add(form.members((SdkPojo) reason, Set.of()));
      }
      members.put("CancellationReasons", reasons);
    }
    return new Outcome(failure.getClass(), members);
  }

  /** Whether it is a failure. */
  public boolean failed() {
    return Throwable.class.isAssignableFrom(type);
  }

  /** A member, or null if it is absent. */
  public @Nullable Object member(String name) {
    return members.get(name);
  }

  /** A member that is an item or a key; empty if it is absent. */
  public Map<String, AttributeValue> item(String name) {
    Map<String, AttributeValue> item = new TreeMap<>();
    if (member(name) instanceof Map<?, ?> attributes) {
      attributes.forEach(
          (attribute, value) -> item.put((String) attribute, (AttributeValue) value));
    }
    return item;
  }

  @Override
  public String toString() {
    return type.getSimpleName() + new TreeMap<>(members);
  }
}
