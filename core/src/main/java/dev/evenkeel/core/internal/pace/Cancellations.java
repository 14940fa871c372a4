package dev.evenkeel.core.internal.pace;

import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Why transactions are cancelled (AWS, API Reference, TransactWriteItems, cancellation reasons).
 * The SDK repeats none, whatever cancelled it; so the issuer of a transaction that the caller did
 * not request has to.
 */
public final class Cancellations {
  private static final Set<String> THROTTLES =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError");
  private static final String CONFLICT = "TransactionConflict";
  private static final String CONDITION = "ConditionalCheckFailed";

  private static final Set<String> OF_ITEM =
      Set.of("ValidationError", "ItemCollectionSizeLimitExceeded");

  /** The codes of actions that were not the cause. */
  private static final Set<String> NONE = Set.of("None", "");

  private Cancellations() {}

  /**
   * Whether nothing was in the way but what passes, other transactions and throttles: nothing was
   * written, and the same may succeed a little later.
   */
  public static boolean pass(Throwable failure) {
    List<CancellationReason> causes = causes(failure);
    return !causes.isEmpty() && causes.stream().allMatch(Cancellations::passes);
  }

  /** Whether a throttle was in the way, and nothing that does not pass. */
  public static boolean areThrottles(Throwable failure) {
    return pass(failure) && causes(failure).stream().anyMatch(Cancellations::isThrottle);
  }

  /** Whether the action was not the cause, or what was in its way passes. */
  public static boolean passes(CancellationReason reason) {
    return !isCause(reason) || isThrottle(reason) || CONFLICT.equals(reason.code());
  }

  /** Whether the action was a cause. */
  public static boolean isCause(CancellationReason reason) {
    return reason.code() != null && !NONE.contains(reason.code());
  }

  /** Whether an item was in the way that cannot be stored: for its index, or its full partition. */
  public static boolean areOfItems(Throwable failure) {
    return causes(failure).stream().anyMatch(reason -> OF_ITEM.contains(reason.code()));
  }

  /** Whether the condition of the action did not hold. */
  public static boolean isCondition(CancellationReason reason) {
    return CONDITION.equals(reason.code());
  }

  /**
   * Whether the condition of an action of a transaction did not hold.
   *
   * @param action its place, from 0
   */
  public static boolean isCondition(Throwable failure, int action) {
    return failure instanceof TransactionCanceledException cancelled
        && action < cancelled.cancellationReasons().size()
        && isCondition(cancelled.cancellationReasons().get(action));
  }

  private static boolean isThrottle(CancellationReason reason) {
    return THROTTLES.contains(reason.code() == null ? "" : reason.code());
  }

  private static List<CancellationReason> causes(Throwable failure) {
    return failure instanceof TransactionCanceledException cancelled
        ? cancelled.cancellationReasons().stream().filter(Cancellations::isCause).toList()
        : List.of();
  }
}
