package dev.evenkeel.sharding.internal.transact;

import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A cancelled transaction as its caller may see it: one reason for each of the caller's actions, in
 * their order, with logical items, in an exception of the same class with the same details.
 */
public final class TransactionFailure {
  /** AWS: TransactWriteItems API reference, the code of an action that was not at fault. */
  private static final String NOT_AT_FAULT = "None";

  private final List<Action> actions = new ArrayList<>();

  /** One action of the caller, and how many physical ones it became. */
  private static final class Action {
    private final int width;
    private @Nullable LogicalView view;

    Action(int width) {
      this.width = width;
    }
  }

  /** Begins the caller's next action, which becomes {@code width} physical ones. */
  public void nextAction(int width) {
    actions.add(new Action(width));
  }

  /** Marks the last action as one on an item of a sharded table. */
  public void touches(ShardedTable table) {
    actions.get(actions.size() - 1).view = table.view();
  }

  /** The failure to show; the same one if it shows nothing physical. */
  public Throwable logical(Throwable cause) {
    return cause instanceof TransactionCanceledException cancelled
            && cancelled.hasCancellationReasons()
            && cancelled.cancellationReasons().size() == width()
        ? logical(cancelled)
        : cause;
  }

  private int width() {
    return actions.stream().mapToInt(action -> action.width).sum();
  }

  private TransactionCanceledException logical(TransactionCanceledException cancelled) {
    List<CancellationReason> reasons = reasons(cancelled.cancellationReasons());
    if (reasons.equals(cancelled.cancellationReasons())) {
      return cancelled;
    }
    String from = codes(cancelled.cancellationReasons());
    String to = codes(reasons);
    TransactionCanceledException.Builder logical =
        cancelled.toBuilder()
            .cancellationReasons(reasons)
            .message(replaced(cancelled.rawMessage(), from, to));
    AwsErrorDetails details = cancelled.awsErrorDetails();
    if (details != null) {
      logical.awsErrorDetails(
          details.toBuilder()
              .errorMessage(replaced(details.errorMessage(), from, to))
              .rawResponse(null) // it holds the items as they came
              .build());
    }
    TransactionCanceledException rebuilt = logical.build();
    rebuilt.setStackTrace(cancelled.getStackTrace());
    List.of(cancelled.getSuppressed()).forEach(rebuilt::addSuppressed);
    return rebuilt;
  }

  private static @Nullable String replaced(@Nullable String message, String from, String to) {
    return message == null ? null : message.replace(from, to);
  }

  private List<CancellationReason> reasons(List<CancellationReason> physical) {
    List<CancellationReason> reasons = new ArrayList<>();
    int next = 0;
    for (Action action : actions) {
      CancellationReason reason = firstAtFault(physical.subList(next, next + action.width));
      reasons.add(action.view == null ? reason : logical(reason, action.view));
      next += action.width;
    }
    return reasons;
  }

  private static CancellationReason firstAtFault(List<CancellationReason> ofOneAction) {
    return ofOneAction.stream()
        .filter(reason -> !NOT_AT_FAULT.equals(reason.code()))
        .findFirst()
        .orElse(ofOneAction.get(0));
  }

  private static CancellationReason logical(CancellationReason reason, LogicalView view) {
    return reason.hasItem() ? reason.toBuilder().item(view.item(reason.item())).build() : reason;
  }

  /** The list of reason codes as DynamoDB's message has it. */
  private static String codes(List<CancellationReason> reasons) {
    return reasons.stream()
        .map(CancellationReason::code)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
