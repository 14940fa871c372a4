package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.report.LayoutLook;
import dev.evenkeel.jobs.report.MoveOutcome;
import dev.evenkeel.jobs.report.MovePlanReport;
import dev.evenkeel.jobs.report.MoveProgress;
import dev.evenkeel.jobs.report.MoveReport;
import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.MovePlan;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Moves items of one table to another number of shards. For use by many threads. */
public final class ReshardJob {
  private static final String READ =
      "Items were read for a move that has not begun. If no start of it runs any more, it has died or was given up: 'evenkeel reshard start' begins anew.";

  private final Resharder resharder;
  private final LayoutEditor editor;
  private final String tableName;
  private final String layouts;
  private final String region;
  private final List<String> given;

  /** The passes that workers take part in. The constants' names are the option's values. */
  public enum Part {
    move,
    verify
  }

  /**
   * A job; nothing is sent yet.
   *
   * @param spec says {@code layoutFrom}
   * @param layouts the control table
   * @param guarded an undecorated client with a {@code LayoutGuard}
   * @param given the options that said so, and their values, for the next command
   */
  public ReshardJob(ShardingSpec spec, String layouts, DynamoDbClient guarded, List<String> given) {
    this.resharder = Resharder.of(spec, guarded);
    this.editor = LayoutEditor.of(spec, guarded);
    this.tableName = spec.tableName();
    this.layouts = layouts;
    this.given = List.copyOf(given);
    this.region = guarded.serviceClientConfiguration().region().id();
  }

  /** Where the table is. */
  public String region() {
    return region;
  }

  /** The table. */
  public String tableName() {
    return tableName;
  }

  /** The layout now. */
  public Layout layout() {
    return editor.show();
  }

  /** How far the move is. */
  public MoveStatus look() {
    return resharder.status();
  }

  /**
   * What a move would do.
   *
   * @param command {@code plan} or {@code start}
   * @throws LayoutChangeException if it would be refused
   */
  public MovePlanReport plan(String command, Moving moving, MovePace pace, Prices prices) {
    String other = moving.table();
    MovePlan plan =
        other == null
            ? resharder.plan(moving.key(), moving.shards(), pace)
            : resharder.planInto(other, moving.shards(), pace);
    return new MovePlanReport(command, tableName, layouts, moving, plan, prices);
  }

  /**
   * Refuses where a process would not know of a move: where no client of the table is registered,
   * which may have another control table, or none on a host that is expected. Once the move has
   * begun no client has to be. A read unit, and one or more for each of 16 keys.
   *
   * @param isAnyNeeded whether there must be a client at all
   * @param expected hosts on which a client must be; empty for any
   */
  public void requireClients(boolean isAnyNeeded, List<String> expected) {
    if (!isAnyNeeded && expected.isEmpty()) {
      return;
    }
    LayoutLook look = LayoutLook.at(editor, Duration.ZERO, Duration.ZERO, InstantSource.system());
    if (look.layout().state().equals("MOVING")) {
      return;
    }
    if (isAnyNeeded && look.clients().isEmpty()) {
      throw new JobException(
          "no client of table '%s' is registered in control table '%s', so that those that run would not know of the move. Check --layouts, say 'evenkeel layout ready', and look with 'evenkeel layout clients'. If none runs, add --without-clients."
              .formatted(tableName, layouts));
    }
    boolean isReady = look.layout().everybodyRegistered() || look.layout().moving() != null;
    if (!expected.isEmpty() && !isReady) {
      throw new JobException(
          "--expect needs a table whose clients have registered, and those of table '%s' need not. Run 'evenkeel layout ready' first."
              .formatted(tableName));
    }
    LayoutJob.requireHosts(
        expected,
        look.clients(),
        "The move of items of table '%s' was not begun.".formatted(tableName));
  }

  /**
   * Begins a move.
   *
   * @throws LayoutChangeException if it is refused
   */
  public MoveReport start(Moving moving, MovePace pace) {
    if (moving.table() == null) {
      resharder.start(moving.key(), moving.shards(), pace);
    } else {
      resharder.startInto(moving.table(), moving.shards(), pace);
    }
    return report("reshard start", "The move has begun.", true, 0, null);
  }

  /** Moves items until nothing is left, or it is stopped. */
  public MoveReport run(MovePace pace) {
    return ran("reshard run", resharder.run(pace), null);
  }

  private MoveReport ran(String command, long moved, @Nullable Integer worker) {
    MoveStatus status = look();
    String outcome = MoveOutcome.ran(status, moved, worker);
    return report(command, outcome, status.run().isDone(), moved, worker);
  }

  /** Reads everything, and tells what that proves. */
  public MoveReport verify(MovePace pace) {
    MoveStatus status = resharder.verify(pace);
    return report("reshard verify", MoveOutcome.verified(status), status.isProved(), 0, null);
  }

  /**
   * Ends the move.
   *
   * @throws LayoutChangeException if it is not proved
   */
  public MoveReport finish() {
    resharder.finish();
    return report("reshard finish", MoveOutcome.finished(layout()), true, 0, null);
  }

  /**
   * Tells how far the move is.
   *
   * @param over looks twice so far apart, and reckons the time left by that; zero for by the pace
   */
  public MoveReport status(Duration over) {
    MoveStatus first = look();
    String outcome = first.moving() != null ? "" : unmoved(first.before());
    if (over.isZero()) {
      return report("reshard status", MoveProgress.of(first), outcome, true, 0, null);
    }
    Sender<Object> nobody = Sender.answering(Sender.nothingElse());
    SyncRunner.create().run(Flow.ask(Pause.of(over)), nobody, Deadline.NONE);
    MoveProgress progress = MoveProgress.between(first, look(), over);
    return report("reshard status", progress, outcome, true, 0, null);
  }

  /**
   * Takes part as one of many workers.
   *
   * @param part null for both, one after the other
   * @param worker its index
   * @throws JobException if no change has ever begun: the name of the table may be a typo
   */
  public MoveReport work(@Nullable Part part, int worker, MovePace pace) {
    if (!look().state().equals("MOVING")) {
      if (isUnknown()) {
        throw new JobException(unknown(look().before()));
      }
      return report("work", "No items are being moved: nothing to do.", true, 0, worker);
    }
    long moved = part == Part.verify ? 0 : resharder.run(pace);
    if (part == Part.move || (part == null && !look().run().isDone())) {
      return ran("work", moved, worker);
    }
    MoveStatus status = resharder.verify(pace);
    String outcome = MoveOutcome.worked(status, moved, worker);
    return report("work", outcome, status.isProved(), moved, worker);
  }

  /** A move writes a record once all items were read, and that is there until it has ended. */
  private String unmoved(MoveStatus.Pass before) {
    boolean isUnknown = isUnknown();
    if (before.segments() > 0 && !(isUnknown && before.isDone())) {
      return READ;
    }
    return isUnknown ? unknown(before) : "";
  }

  private String unknown(MoveStatus.Pass before) {
    if (before.isDone()) {
      return "All items were read for a move, and control table '%s' has no layout record of table '%s'. If the move has begun, its record was lost: start nothing, and restore that from the newest backup of the control table. If you are sure that it never began, delete the item with pk '%s#look#work' and sk 'job' from the control table."
          .formatted(layouts, tableName, tableName);
    }
    return "Control table '%s' knows of no change of table '%s', now or before. Check both names; workers begin after 'evenkeel reshard start'."
        .formatted(layouts, tableName);
  }

  /** A table without a record is as if it had the first one. */
  private boolean isUnknown() {
    return editor.show().version() == 1;
  }

  private MoveReport report(
      String command, String outcome, boolean isDone, long moved, @Nullable Integer worker) {
    return report(command, MoveProgress.of(look()), outcome, isDone, moved, worker);
  }

  private MoveReport report(
      String command,
      MoveProgress progress,
      String outcome,
      boolean isDone,
      long moved,
      @Nullable Integer worker) {
    return new MoveReport(
        command, tableName, layouts, progress, outcome, isDone, moved, worker, given);
  }
}
