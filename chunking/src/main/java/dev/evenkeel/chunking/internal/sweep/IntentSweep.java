package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.sweep.Liveness.Verdict;
import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finishes what writes left unfinished, intent by intent:
 *
 * <ul>
 *   <li>open and due: it is given up first, so that it can never become visible any more; then it
 *       is one that was given up;
 *   <li>given up: what was staged is removed. Writes that stage nothing need no guard and may have
 *       been applied; what they may have replaced waits one more grace from now;
 *   <li>visible: once the grace is over, what it replaced is removed;
 * </ul>
 *
 * and then it is forgotten. Nothing is removed that an item has. Each step may be repeated, and two
 * sweeps may work on one intent: whatever one has done, the other finds done.
 */
public final class IntentSweep {
  private final SweepOptions options;
  private final SweepTally tally;
  private final Instant start;

  private IntentSweep(SweepOptions options) {
    this.options = options;
    this.tally = new SweepTally(options.dryRun());
    this.start = options.environment().now();
  }

  /** Sweeps what is due when it begins. */
  public static Flow<SweepReport> flow(SweepOptions options) {
    return Flow.defer(() -> new IntentSweep(options).whole());
  }

  private Flow<SweepReport> whole() {
    return Flow.each(
            options.tables().intentTables(),
            1,
            table -> IntentPages.each(table, start, items -> page(table, items)))
        .map(done -> tally.report());
  }

  private Flow<Done> page(IntentTableSpec table, List<Map<String, AttributeValue>> items) {
    return Flow.each(items, options.width(), item -> one(table, item))
        .atResult(done -> options.progress().accept(tally.report()));
  }

  private Flow<Done> one(IntentTableSpec table, Map<String, AttributeValue> item) {
    tally.seen++;
    ReadIntent read = ReadIntent.of(options.tables(), table, item);
    switch (read.kind()) {
      case FOREIGN -> tally.foreign++;
      case UNREADABLE -> tally.unreadable++;
      case OURS -> {
        return ours(new Intents(table), read).recover(this::failed);
      }
    }
    return Flow.done();
  }

  /** Counts an intent that cannot be swept now, so that it does not keep the others waiting. */
  private Flow<Done> failed(Throwable failure) {
    if (!(failure instanceof RuntimeException)
        || failure instanceof AbortedException
        || failure instanceof RefusedOperationException) {
      return Flow.failed(failure);
    }
    tally.failed(failure);
    return Flow.done();
  }

  private Flow<Done> ours(Intents intents, ReadIntent read) {
    return switch (read.ours().state()) {
      case OPEN -> options.dryRun() ? givenUp(intents, read) : giveUp(intents, read);
      case ABANDONED -> givenUp(intents, read);
      case COMMITTED -> visible(intents, read);
    };
  }

  private Flow<Done> giveUp(Intents intents, ReadIntent read) {
    return intents
        .abandon(read.ours())
        .then(
            found ->
                switch (found) {
                  case NOW, BEFORE -> givenUp(intents, read);
                  case COMMITTED -> waits();
                  case GONE -> finished();
                });
  }

  private Flow<Done> givenUp(Intents intents, ReadIntent read) {
    return remove(read.staged())
        .then(
            decided -> {
              if (!decided) {
                return waits();
              }
              return read.replaced().isEmpty()
                  ? forget(intents, read.ours(), State.ABANDONED)
                  : waitOnceMore(intents, read);
            });
  }

  private Flow<Done> waitOnceMore(Intents intents, ReadIntent read) {
    Intent intent = read.ours();
    Intent rest =
        new Intent(
            intent.id(),
            intent.due(),
            State.ABANDONED,
            null,
            read.replaced().stream().map(SweepTarget::asReplaced).toList());
    return options
        .write(() -> intents.replacedPerhaps(rest, options.nowMillis()))
        .then(done -> waits());
  }

  private Flow<Done> visible(Intents intents, ReadIntent read) {
    Long at = read.ours().committedAtMillis();
    if (at == null || start.toEpochMilli() - at < read.graceMillis()) {
      return waits();
    }
    return remove(read.replaced())
        .then(decided -> decided ? forget(intents, read.ours(), State.COMMITTED) : waits());
  }

  /** Removes what no item has; ends with whether that was clear of all. */
  private Flow<Boolean> remove(List<SweepTarget> targets) {
    if (targets.isEmpty()) {
      return Flow.of(true);
    }
    return Liveness.of(targets)
        .then(
            verdicts -> {
              List<Flow<Done>> removals = new ArrayList<>();
              verdicts.forEach((target, verdict) -> sort(target, verdict, removals));
              boolean decided = !verdicts.containsValue(Verdict.UNKNOWN);
              return Flow.awaitAll(removals, 1).map(done -> decided);
            });
  }

  private void sort(SweepTarget target, Verdict verdict, List<Flow<Done>> removals) {
    switch (verdict) {
      case LIVE -> tally.keptLive++;
      case UNKNOWN -> tally.undecidable++;
      case DEAD ->
          removals.add(
              options
                  .write(target::remove)
                  .atResult(done -> tally.removed(target.payload()))
                  .recover(IntentSweep::isOfClosedTable, failure -> Flow.done()));
    }
  }

  /** What a closed table holds goes with it. */
  private static boolean isOfClosedTable(Throwable failure) {
    return failure instanceof DecoratorException ours && ours.isOfClosedTable();
  }

  private Flow<Done> forget(Intents intents, Intent intent, State state) {
    return options.write(() -> intents.forgetUnlessMoved(intent, state)).then(done -> finished());
  }

  private Flow<Done> finished() {
    tally.finished++;
    return Flow.done();
  }

  private Flow<Done> waits() {
    tally.waiting++;
    return Flow.done();
  }

  /** The running totals of a sweep. */
  static final class SweepTally {
    private final boolean dryRun;
    private long chunkedRemoved;
    private long chunksRemoved;
    private long objectsRemoved;
    private @Nullable Throwable failure;
    private long failed;
    long seen;
    long finished;
    long waiting;
    long foreign;
    long unreadable;
    long keptLive;
    long undecidable;

    SweepTally(boolean dryRun) {
      this.dryRun = dryRun;
    }

    void removed(PayloadRef payload) {
      if (payload.placement() == Placement.OBJECT) {
        objectsRemoved++;
      } else {
        chunkedRemoved++;
        chunksRemoved += payload.chunks();
      }
    }

    void failed(Throwable cause) {
      failed++;
      failure = failure == null ? cause : failure;
    }

    SweepReport report() {
      return new SweepReport(
          dryRun,
          new SweepReport.Intents(seen, finished, waiting, foreign, unreadable, failed),
          new SweepReport.Payloads(
              chunkedRemoved, chunksRemoved, objectsRemoved, keptLive, undecidable),
          failure);
    }
  }
}
