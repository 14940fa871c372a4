package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.LeaseFormatException;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.lifecycle.Attempt.Kind;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes the actions of one series. Each round attempts every action that is left; what has to
 * wait is attempted again in the next round, until the retry budget is spent. A stuck action delays
 * no other.
 */
final class ActionExecutor {
  /** The attempts at a retryable failure in one run. */
  private static final int TRIES_MAX = 5;

  private static final String QUOTA =
      "If it stays so, a quota of the account is used up, of tables or of provisioned units: raise it in AWS Service Quotas, or delete what nobody needs";

  private static final Attempt HELD_UP = Attempt.retry("another action on the table goes first");

  private final RunContext context;
  private final RetryBudget retries;
  private final Map<Key, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<Key, Integer> failures = new HashMap<>();
  private final Set<Key> waiting = new HashSet<>();

  ActionExecutor(RunContext context, RetryBudget retries) {
    this.context = context;
    this.retries = retries;
  }

  /** An action, whatever its reasons; to build a table is to open it too. */
  private record Key(Class<?> kind, String tableName) {
    static Key of(TableAction action) {
      return new Key(action instanceof Build ? Open.class : action.getClass(), action.tableName());
    }
  }

  /** Outcomes of all actions so far. */
  List<Outcome> outcomes() {
    return List.copyOf(outcomes.values());
  }

  /** Attempts all actions, round after round. */
  Flow<Done> execute(List<TableAction> actions) {
    return context.renew().then(Flow.defer(() -> round(actions, 0, new Round())));
  }

  /** Result of one round over all actions. */
  private static final class Round {
    private final List<TableAction> waiting = new ArrayList<>();
    private boolean isInProgress;
  }

  private Flow<Done> round(List<TableAction> actions, int next, Round round) {
    if (next == actions.size()) {
      return round.waiting.isEmpty()
          ? Flow.done()
          : (round.isInProgress ? retries.isLeft() : retries.pause())
              .then(more -> more ? execute(round.waiting) : Flow.done());
    }
    TableAction action = actions.get(next);
    return Flow.defer(() -> isHeldUp(action, round.waiting) ? Flow.of(HELD_UP) : attempt(action))
        .map(
            attempt -> {
              round.isInProgress |= attempt.kind() == Kind.IN_PROGRESS;
              return ended(action, attempt);
            })
        .recover(failure -> failed(action, failure))
        .then(
            again -> {
              if (again) {
                round.waiting.add(action);
              }
              return round(actions, next + 1, round);
            });
  }

  private static boolean isHeldUp(TableAction action, List<TableAction> waiting) {
    return waiting.stream().anyMatch(before -> before.tableName().equals(action.tableName()));
  }

  private Flow<Attempt> attempt(TableAction action) {
    if (action instanceof Build build) {
      return OpenTable.build(context, build);
    } else if (action instanceof Open open) {
      return OpenTable.open(context, open);
    } else if (action instanceof Resize resize) {
      return ChangeCapacity.resize(context, resize);
    } else if (action instanceof Mend mend) {
      return MendDrift.attempt(context, mend);
    } else if (action instanceof Reclass reclass) {
      return ChangeCapacity.reclass(context, reclass);
    } else if (action instanceof Retire retire) {
      return RetireAndDelete.retire(context, retire);
    } else if (action instanceof Reopen reopen) {
      return ReopenTable.attempt(context, reopen);
    } else if (action instanceof Archive archive) {
      return ArchiveSlices.attempt(context, archive);
    } else if (action instanceof Delete delete) {
      return RetireAndDelete.delete(context, delete);
    } else if (action instanceof Forget forget) {
      return RetireAndDelete.forget(context, forget);
    }
    throw new IllegalStateException("no step executes " + action.getClass().getSimpleName());
  }

  /** Whether it is attempted again. */
  private boolean ended(TableAction action, Attempt attempt) {
    waits(action, attempt.kind() == Kind.RETRY && !attempt.equals(HELD_UP));
    put(action, attempt.kind().result(), attempt.detail(), null);
    return attempt.kind().isTriedAgain()
        || (attempt.kind() == Kind.RATE_LIMITED && isAgain(action));
  }

  /** Whether it is DynamoDB at work on the action's table that is waited for. */
  private void waits(TableAction action, boolean isWaiting) {
    if (isWaiting) {
      waiting.add(Key.of(action));
    } else {
      waiting.remove(Key.of(action));
    }
  }

  private Flow<Boolean> failed(TableAction action, Throwable failure) {
    waits(action, Refusals.isBusy(failure));
    if (!Refusals.isReportable(failure)
        || LifecycleException.is(failure, LifecycleException.Reason.LEASE_LOST)
        || failure instanceof LeaseFormatException) {
      return Flow.failed(failure);
    }
    String text = Refusals.text(failure);
    if (Refusals.isBusy(failure)) {
      return Flow.of(put(action, Result.LATER, text, failure));
    }
    if (Refusals.isLimited(failure)) {
      return Flow.of(limited(action, text, failure));
    }
    put(action, Result.FAILED, text, failure);
    return Flow.of(mayGoBetter(action, failure) && isAgain(action));
  }

  private boolean isAgain(TableAction action) {
    return failures.merge(Key.of(action), 1, Integer::sum) < TRIES_MAX;
  }

  /**
   * DynamoDB has one error code for what passes, too many table operations at once, and for what
   * does not, an account's quota of tables or units. So it is attempted until the run ends. While
   * other tables of this run are being built or changed, they may be the cause; otherwise an
   * operator has to look.
   */
  private boolean limited(TableAction action, String text, Throwable failure) {
    boolean isOurs =
        waiting.stream().anyMatch(other -> !other.tableName().equals(action.tableName()));
    boolean passes = isOurs || action instanceof Delete;
    return put(
        action,
        passes ? Result.LATER : Result.FAILED,
        passes ? text : text + ". " + QUOTA,
        failure);
  }

  /**
   * Tags become visible late, so a table that we just built may look like another's. Capacity does
   * too, so a change that was just made may look missing.
   */
  private static boolean mayGoBetter(TableAction action, Throwable failure) {
    return Refusals.isRetryable(failure)
        || (action instanceof Build
            && LifecycleException.is(failure, LifecycleException.Reason.FOREIGN_TABLE))
        || (action instanceof Resize && ErrorCode.isInvalid(failure));
  }

  private boolean put(TableAction action, Result result, String detail, @Nullable Throwable cause) {
    outcomes.put(Key.of(action), new Outcome(action, result, detail, cause));
    return true;
  }
}
