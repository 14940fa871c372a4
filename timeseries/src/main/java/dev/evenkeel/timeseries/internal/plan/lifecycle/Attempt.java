package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Result of one attempt at an action. A failed attempt fails its flow instead.
 *
 * @param detail what the report says of it; empty if it is done
 */
record Attempt(Kind kind, String detail) {
  static final Attempt DONE = new Attempt(Kind.DONE, "");

  /** The table of the action is not there any more. */
  static final Attempt GONE = deferred("it is gone");

  /** What becomes of the action. */
  enum Kind {
    /** It is done. */
    DONE(Result.DONE, false),
    /** A part is done; this run continues it after the other actions. */
    IN_PROGRESS(Result.UNDER_WAY, true),
    /** A part is done; later runs continue it, as planned. */
    CONTINUED(Result.UNDER_WAY, false),
    /** Something else has to happen first; this run tries again. */
    RETRY(Result.LATER, true),
    /**
     * As {@link #RETRY}, but only the end of what the action itself began is missing: a run that
     * ends meanwhile leaves nothing undone.
     */
    SETTLING(Result.UNDER_WAY, true),
    /** Something else has to happen first, after this run. */
    DEFERRED(Result.LATER, false),
    /**
     * DynamoDB limits how often such a change is made; a few more attempts tell whether it does
     * now.
     */
    RATE_LIMITED(Result.LATER, false);

    private final Result result;
    private final boolean triedAgain;

    Kind(Result result, boolean triedAgain) {
      this.result = result;
      this.triedAgain = triedAgain;
    }

    /** The result for the report. */
    Result result() {
      return result;
    }

    /** Whether this run tries again, as often as its time allows. */
    boolean isTriedAgain() {
      return triedAgain;
    }
  }

  /** Works on the table of an action, if it is still there. */
  static Flow<Attempt> on(TableAction action, Function<TableDescription, Flow<Attempt>> step) {
    return TableLookup.of(action.tableName())
        .then(
            described -> described.table() == null ? Flow.of(GONE) : step.apply(described.table()));
  }

  static Attempt inProgress(String standing) {
    return new Attempt(Kind.IN_PROGRESS, standing);
  }

  static Attempt continued(String standing) {
    return new Attempt(Kind.CONTINUED, standing);
  }

  static Attempt retry(String reason) {
    return new Attempt(Kind.RETRY, reason);
  }

  /** The table, or an index of it, is being built or changed. */
  static Attempt unsettled(TableDescription table) {
    return retry("it is %s, or an index of it is".formatted(table.tableStatus()));
  }

  static Attempt settling(String standing) {
    return new Attempt(Kind.SETTLING, standing);
  }

  static Attempt deferred(String reason) {
    return new Attempt(Kind.DEFERRED, reason);
  }

  static Attempt rateLimited(String reason) {
    return new Attempt(Kind.RATE_LIMITED, reason);
  }
}
