package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.sharding.internal.live.StaleLayoutException;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Items that cannot be moved: those that a look before the move finds, and those that stay while
 * all others are moved. For the flows of one run, of which the functions run one after the other.
 */
public final class Unmovable {
  private final String tableName;
  private @Nullable Throwable first;
  private @Nullable String why;

  public Unmovable(String tableName) {
    this.tableName = tableName;
  }

  /** Whether an item was moved; false if that cannot be, for a reason of this item alone. */
  Flow<Boolean> noted(Flow<Done> move) {
    return move.map(done -> true)
        .recover(
            Unmovable::isOfItem,
            failure -> {
              first = first == null ? failure : first;
              return Flow.of(false);
            });
  }

  /**
   * Another item is at its new place, or it would be too large there, or the time series that it
   * goes to takes none of its time.
   */
  private static boolean isOfItem(Throwable failure) {
    if (failure instanceof LayoutChangeException change) {
      return change.reason() == Reason.SHARDS_NOT_FREE;
    }
    if (failure instanceof DecoratorException) {
      return !isOfLayout(failure);
    }
    return Cancellations.areOfItems(failure) || isInvalid(failure);
  }

  /** Whether DynamoDB takes a request for none that any table like this could answer. */
  static boolean isInvalid(Throwable failure) {
    return failure instanceof DynamoDbException && ErrorCode.isInvalid(failure);
  }

  /** Whether it says something of the layout record, and so of every item. */
  private static boolean isOfLayout(Throwable failure) {
    return failure instanceof LayoutUnknownException
        || failure instanceof LayoutFormatException
        || StaleLayoutException.isBehind(failure);
  }

  /** Notes what stands against moving an item. */
  void noted(String reason) {
    why = why == null ? reason : why;
  }

  /** What stands against a move that has not begun. */
  LayoutChangeException refusal(long items) {
    return new LayoutChangeException(
        Reason.ITEMS_UNFIT,
        tableName,
        why == null
            ? "Items that cannot be moved: %d. Another process has found them. Start once more, which says why."
                .formatted(items)
            : "Items that cannot be moved: %d. Of one of them: %s Mend or delete them first."
                .formatted(items, why));
  }

  /** What stood against the first item, if this process has met it. */
  public Throwable failure(long items) {
    return first == null
        ? new LayoutChangeException(
            Reason.ITEMS_UNFIT,
            tableName,
            "Items that another process could not move, as all others were: %d. Run the move once more, which says why."
                .formatted(items))
        : first;
  }
}
