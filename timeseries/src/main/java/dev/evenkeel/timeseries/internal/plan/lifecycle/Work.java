package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.lease.LeaseFormatException;
import dev.evenkeel.core.lease.LeaseLostException;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.ForeignTableException;
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
 * Works off the actions of one series. Each is attempted in its turn; those that have to wait are
 * attempted again, all of them, as long as there is patience: none waits for another, and one that
 * is stuck spends nobody else's time.
 */
final class Work {
  /** How often something that failed in passing is attempted in one run. */
  private static final int TRIES_MAX = 5;

  private static final String QUOTA =
      "If it stays so, a quota of the account is used up, of tables or of provisioned units: raise it in AWS Service Quotas, or delete what nobody needs";

  private static final Attempt HELD_UP =
      new Attempt.Waits("another action on the table goes first");

  private final Workplace place;
  private final Patience patience;
  private final Map<Key, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<Key, Integer> failures = new HashMap<>();
  private final Set<Key> waiting = new HashSet<>();

  Work(Workplace place, Patience patience) {
    this.place = place;
    this.patience = patience;
  }

  /** An action, whatever its reasons; to build a table is to open it too. */
  private record Key(Class<?> kind, String tableName) {
    static Key of(TableAction action) {
      return new Key(action instanceof Build ? Open.class : action.getClass(), action.tableName());
    }
  }

  /** What came of all actions so far. */
  List<Outcome> outcomes() {
    return List.copyOf(outcomes.values());
  }

  /** Does what can be done of them. */
  Flow<Done> off(List<TableAction> actions) {
    return place.renew().then(Flow.defer(() -> turn(actions, 0, new Turn())));
  }

  /** What one turn of all actions left. */
  private static final class Turn {
    private final List<TableAction> waiting = new ArrayList<>();
    private boolean isSliced;
  }

  private Flow<Done> turn(List<TableAction> actions, int next, Turn turn) {
    if (next == actions.size()) {
      return turn.waiting.isEmpty()
          ? Flow.done()
          : (turn.isSliced ? patience.more() : patience.pause())
              .then(more -> more ? off(turn.waiting) : Flow.done());
    }
    TableAction action = actions.get(next);
    return Flow.defer(() -> isHeldUp(action, turn.waiting) ? Flow.of(HELD_UP) : attempt(action))
        .map(
            attempt -> {
              turn.isSliced |= attempt instanceof Attempt.Sliced;
              return ended(action, attempt);
            })
        .recover(failure -> failed(action, failure))
        .then(
            again -> {
              if (again) {
                turn.waiting.add(action);
              }
              return turn(actions, next + 1, turn);
            });
  }

  private static boolean isHeldUp(TableAction action, List<TableAction> waiting) {
    return waiting.stream().anyMatch(before -> before.tableName().equals(action.tableName()));
  }

  private Flow<Attempt> attempt(TableAction action) {
    if (action instanceof Build build) {
      return Building.attempt(place, build);
    } else if (action instanceof Open open) {
      return Opening.attempt(place, open.tableName(), open.period());
    } else if (action instanceof Resize resize) {
      return Changing.resize(place, resize);
    } else if (action instanceof Mend mend) {
      return Mending.attempt(place, mend);
    } else if (action instanceof Reclass reclass) {
      return Changing.reclass(place, reclass);
    } else if (action instanceof Retire retire) {
      return Ending.retire(place, retire);
    } else if (action instanceof Reopen reopen) {
      return Reopening.attempt(place, reopen);
    } else if (action instanceof Archive archive) {
      return Archiving.attempt(place, archive);
    } else if (action instanceof Delete delete) {
      return Ending.delete(place, delete);
    }
    return Ending.forget(place, (Forget) action);
  }

  /** Whether it is to be attempted again. */
  private boolean ended(TableAction action, Attempt attempt) {
    waits(action, attempt instanceof Attempt.Waits && attempt != HELD_UP);
    if (attempt instanceof Attempt.Sliced sliced) {
      return put(action, Result.UNDER_WAY, sliced.standing(), null);
    } else if (attempt instanceof Attempt.Settles settles) {
      return put(action, Result.UNDER_WAY, settles.standing(), null);
    } else if (attempt instanceof Attempt.Waits waits) {
      return put(action, Result.LATER, waits.reason(), null);
    } else if (attempt instanceof Attempt.GoesOn goesOn) {
      put(action, Result.UNDER_WAY, goesOn.standing(), null);
    } else if (attempt instanceof Attempt.Left left) {
      put(action, Result.LATER, left.reason(), null);
    } else if (attempt instanceof Attempt.Rationed rationed) {
      put(action, Result.LATER, rationed.reason(), null);
      return isAgain(action);
    } else {
      put(action, Result.DONE, "", null);
    }
    return false;
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
        || failure instanceof LeaseLostException
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
   * does not, an account's quota of tables or units. So it is attempted until the run ends. As long
   * as tables of ours are being built or changed these may be why; else somebody has to look.
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
   * Tags are told late, so a table that we just built may look like another's; and so is capacity,
   * so a change that somebody has just made may look as if it were to be made.
   */
  private static boolean mayGoBetter(TableAction action, Throwable failure) {
    return Refusals.isPassing(failure)
        || (action instanceof Build && failure instanceof ForeignTableException)
        || (action instanceof Resize && Refusals.isInvalid(failure));
  }

  private boolean put(TableAction action, Result result, String detail, @Nullable Throwable cause) {
    outcomes.put(Key.of(action), new Outcome(action, result, detail, cause));
    return true;
  }
}
