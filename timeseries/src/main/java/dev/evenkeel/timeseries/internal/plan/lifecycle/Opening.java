package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.HookCall.Kind;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Lets a table serve once it is active, with all its indexes, and has answered a read; then makes
 * the settings that a creation cannot carry, and tells the hooks. The ledger knows both steps, so
 * that a table serves whatever becomes of settings and hooks, and these are tried again.
 */
final class Opening {
  private final Workplace place;
  private final String name;
  private final TimeSpan period;

  private Opening(Workplace place, String name, TimeSpan period) {
    this.place = place;
    this.name = name;
    this.period = period;
  }

  static Flow<Attempt> attempt(Workplace place, String name, TimeSpan period) {
    Opening opening = new Opening(place, name, period);
    return Described.of(name).then(described -> opening.of(described.table()));
  }

  private Flow<Attempt> of(@Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(new Attempt.Waits("it is not described yet"));
    }
    return place.requireOurs(table).then(Flow.defer(() -> ready(table)));
  }

  private Flow<Attempt> ready(TableDescription table) {
    if (table.tableStatus() == TableStatus.DELETING) {
      return Flow.of(new Attempt.Left("it is being deleted"));
    }
    if (!ObservedTable.of(table, Ownership.OURS).settled()) {
      return Flow.of(
          new Attempt.Waits("it is %s, or an index of it is".formatted(table.tableStatus())));
    }
    return answers().then(answers -> answers ? serves(table) : Flow.of(notAnswering()));
  }

  private static Attempt notAnswering() {
    return new Attempt.Waits("it is active, and does not answer reads yet");
  }

  /** A read of a key that nobody has: half a unit. */
  private Flow<Boolean> answers() {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(name)
            .key(ProbeKey.of(place.spec().key()))
            .projectionExpression("#key")
            .expressionAttributeNames(Map.of("#key", place.spec().key().partitionKey().name()))
            .build();
    return TableCall.get(request)
        .map(answer -> true)
        .recover(failure -> Refusals.isNotFound(failure) ? Flow.of(false) : Flow.failed(failure));
  }

  private Flow<Attempt> serves(TableDescription table) {
    LedgerEntry entry = place.entryOrNew(name, period);
    if (entry.state() == State.RETIRED || entry.state() == State.DELETING) {
      return Flow.of(new Attempt.Left("the ledger says that it is " + entry.state()));
    }
    boolean isKnown =
        entry.state() == State.SERVING && entry.isOf(table.tableId(), table.creationDateTime());
    LedgerEntry serving = entry.in(State.SERVING).of(table.tableId(), table.creationDateTime());
    return (isKnown ? Flow.of(entry) : place.write(serving))
        .then(written -> Settings.make(place, table, written))
        .then(made -> announced(table, made));
  }

  private Flow<Attempt> announced(TableDescription table, Settings.Made made) {
    if (made.waitsFor() != null) {
      return Flow.of(new Attempt.Waits(made.waitsFor()));
    }
    return HookCall.tell(Kind.ACTIVE, place.event(table, period))
        .then(
            done -> {
              LedgerEntry entry = place.entryOrNew(name, period);
              return place.write(entry.lacking(made.lacking()).announced());
            })
        .map(written -> Attempt.DONE);
  }
}
