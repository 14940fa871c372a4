package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.StaleLayoutException;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Items that cannot be moved, while all others are. For the flows of one run, of which the
 * functions run one after the other.
 */
public final class Unmovable {
  private static final Set<String> OF_ITEM =
      Set.of("ValidationError", "ItemCollectionSizeLimitExceeded");

  private final String tableName;
  private @Nullable Throwable first;

  public Unmovable(String tableName) {
    this.tableName = tableName;
  }

  /** Whether an item was moved; false if that cannot be, for a reason of this item alone. */
  Flow<Boolean> noted(Flow<Done> move) {
    return move.map(done -> true)
        .recover(
            failure -> {
              if (!isOfItem(failure)) {
                return Flow.failed(failure);
              }
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
    return failure instanceof TransactionCanceledException cancelled
        ? cancelled.cancellationReasons().stream()
            .anyMatch(reason -> OF_ITEM.contains(String.valueOf(reason.code())))
        : failure instanceof DynamoDbException failed
            && "ValidationException".equals(errorCode(failed));
  }

  /** Whether it says something of the layout record, and so of every item. */
  private static boolean isOfLayout(Throwable failure) {
    return failure instanceof LayoutUnknownException
        || failure instanceof LayoutFormatException
        || StaleLayoutException.isBehind(failure);
  }

  private static @Nullable String errorCode(AwsServiceException failure) {
    return failure.awsErrorDetails() == null ? null : failure.awsErrorDetails().errorCode();
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
