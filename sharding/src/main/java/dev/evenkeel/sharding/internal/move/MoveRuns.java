package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.PassEndedException;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.core.internal.work.WorkJob;
import dev.evenkeel.core.internal.work.WorkRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.internal.work.Worker;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutEdits;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.move.MoveTask.Phase;
import dev.evenkeel.sharding.internal.move.MoveWork.Progress;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The passes of a move while it runs, and before it ends; {@link MoveLook} has what comes before
 * it. Each goes on where another process has stopped, and several processes share one.
 *
 * @param control the control table
 * @param below the layers that requests on items pass
 * @param host this process, for people
 */
public record MoveRuns(
    ShardedTable table,
    LayoutEdits edits,
    Layouts sessions,
    String control,
    List<? extends LayerRules> below,
    String host) {
  /** Moves what is at its old place, and ends with how much of it this process has moved. */
  public Flow<Long> moved(LayoutRecord moving, MovePace pace) {
    MovePass pass = MovePass.of(table, moving);
    MoveWork proof = of(moving, Phase.VERIFY).until(pace.isStopped());
    MoveWork work = of(moving, Phase.MOVE).until(pace.isStopped());
    Unmovable unmovable = new Unmovable(table.tableName());
    MoveTask task = MoveTask.moving(pass, mover(pass, moving), unmovable);
    return work.job()
        .then(run -> unlessLeft(proof, MoveTask.verifying(pass), work, run.orElse(null)))
        .then(done -> work.forgottenIf(MoveRuns::beginsAnew, task))
        .then(again -> worked(work, task, pace))
        .then(
            saved ->
                work.total()
                    .then(total -> moved(total, saved, unmovable))
                    // Who has stopped waits for no throttle to learn what others have done.
                    .recover(
                        failure -> Throttles.passes(failure) && pace.isStopped().getAsBoolean(),
                        failure -> Flow.of(saved.moved())));
  }

  /** What could not be moved may have been mended. Or rows are lost, as of who cleans up. */
  private static boolean beginsAnew(WorkTotal total) {
    return total.isIdle() && (total.missing() > 0 || total.tally().unfit() > 0);
  }

  /**
   * Begins anew where the proof has found items that are left.
   *
   * @param run that moved, read before the proof: one that another process has begun for the same
   *     reason came after that. Null if there was none
   */
  private static Flow<Done> unlessLeft(
      MoveWork proof, MoveTask verifying, MoveWork work, @Nullable WorkJob run) {
    Predicate<WorkTotal> isLeft = total -> total.isIdle() && total.tally().left() > 0;
    return proof
        .forgottenIf(isLeft, verifying)
        .then(
            total -> isLeft.test(total) && run != null ? work.rows().forgotten(run) : Flow.done());
  }

  /** Lanes that find no row of their pass end as if all were done. */
  private Flow<Long> moved(WorkTotal total, Tally saved, Unmovable unmovable) {
    if (total.segments() == 0) {
      return Flow.failed(overtaken());
    }
    return total.isDone() && total.tally().unfit() > 0
        ? Flow.failed(unmovable.failure(total.tally().unfit()))
        : Flow.of(saved.moved());
  }

  /**
   * Sees whether everything is at its place, unless that is proved already: then it does nothing.
   */
  public Flow<Tally> verified(LayoutRecord moving, MovePace pace) {
    MoveWork work = of(moving, Phase.VERIFY).until(pace.isStopped());
    MoveTask task = MoveTask.verifying(MovePass.of(table, moving));
    return work.forgottenIf(total -> total.isIdle() && !MoveProof.isWhole(total), task)
        .then(
            total ->
                MoveProof.isWhole(total)
                    ? Flow.of(Tally.NONE)
                    : counted(moving, work, task).then(bytes -> worked(work, task, pace, bytes)));
  }

  /** The bytes that the move has counted; 0 if it is not over, or they are of no use. */
  private Flow<Long> counted(LayoutRecord moving, MoveWork verifying, MoveTask task) {
    return verifying
        .job()
        .then(
            begun ->
                begun.isPresent() || task.pass().key() != null
                    ? Flow.of(0L)
                    : of(moving, Phase.MOVE)
                        .until(verifying.rows().isStopped())
                        .total()
                        .map(total -> total.isDone() ? total.tally().bytes() : 0L));
  }

  /** Ends the move, once it is proved that nothing is left. */
  public Flow<Done> finished(LayoutRecord moving) {
    return of(moving, Phase.VERIFY)
        .total(MoveTask.verifying(MovePass.of(table, moving)))
        .then(
            total ->
                MoveProof.isWhole(total)
                    ? edits.moved(moving).then(ended -> forgotten(moving))
                    : Flow.failed(MoveProof.refusal(table.tableName(), total)));
  }

  /** The move has ended whether or not its rows can be taken away. */
  private Flow<Done> forgotten(LayoutRecord moving) {
    return of(moving, Phase.VERIFY)
        .forgotten()
        .then(done -> of(moving, Phase.MOVE).forgotten())
        .then(done -> look(moving).forgottenIf(total -> true, null))
        .map(total -> Done.DONE)
        .recover(failure -> Flow.done());
  }

  /** Counts what is at its old place. */
  public Flow<Long> left(LayoutRecord moving) {
    MoveTask task = MoveTask.verifying(MovePass.of(table, moving));
    Turn unpaced =
        new Turn(new PacedFlows(CapacityPace.unlimited(), sessions.clock()), Integer.MAX_VALUE);
    return left(task, unpaced, task.pass().cut(false, 1), null, 0);
  }

  private static Flow<Long> left(
      MoveTask task,
      Turn turn,
      List<Segment> segments,
      @Nullable Map<String, AttributeValue> after,
      long before) {
    if (segments.isEmpty()) {
      return Flow.of(before);
    }
    return task.page(segments.get(0), after, turn)
        .then(
            page ->
                left(
                    task,
                    turn,
                    page.next() == null ? segments.subList(1, segments.size()) : segments,
                    page.next(),
                    before + page.tally().left()));
  }

  /** How far a pass is. The proof of a move counts parts without rows among its segments. */
  public Flow<Progress> progress(LayoutRecord now, Phase phase) {
    boolean isProof = phase == Phase.VERIFY && now.state() == LayoutRecord.State.MOVING;
    return pass(now, phase).progress(isProof ? MoveTask.verifying(MovePass.of(table, now)) : null);
  }

  /** The pass that is; of those that look for items, the last one. */
  public MoveWork pass(LayoutRecord now, Phase phase) {
    return phase == Phase.LOOK && now.state() != LayoutRecord.State.MOVING
        ? MoveWork.lastLook(control, table.name())
        : of(now, phase);
  }

  private MoveWork of(LayoutRecord moving, Phase phase) {
    return phase == Phase.LOOK
        ? look(moving)
        : MoveWork.of(control, table.name(), phase, moving.version());
  }

  private MoveWork look(LayoutRecord moving) {
    Change change = Objects.requireNonNull(moving.change());
    return MoveWork.look(control, table.name(), change);
  }

  /** Works on a pass until nothing is left of it, or it is to stop. */
  Flow<Tally> worked(MoveWork work, MoveTask task, MovePace pace) {
    return worked(work, task, pace, 0);
  }

  /**
   * @param bytes of the table, as a pass before has counted them; 0 if none has
   */
  private Flow<Tally> worked(MoveWork work, MoveTask task, MovePace pace, long bytes) {
    boolean isWhole = task.pass().key() == null;
    int places = isWhole ? 0 : task.cut(1).size();
    Settings settings = Settings.of(host, pace.segments()).every(edits.times().report());
    return (isWhole ? segments(task, pace, bytes) : Flow.of(places))
        .then(
            count ->
                work.begun(
                    task,
                    count,
                    pace.rate(places, task.phase() == Phase.MOVE),
                    pace.isGiven(places)))
        .then(job -> worker(work.rows().of(job), task, settings, pace).run())
        .mapFailure(this::named);
  }

  private Worker worker(WorkRun run, MoveTask task, Settings settings, MovePace pace) {
    return new Worker(run, task, settings, pace.isStopped(), sessions.clock());
  }

  private Throwable named(Throwable failure) {
    return failure instanceof PassEndedException ? overtaken() : failure;
  }

  private LayoutChangeException overtaken() {
    return new LayoutChangeException(
        Reason.OVERTAKEN,
        table.tableName(),
        "Another process has ended the same step, or begun it anew. Look at the status and try"
            + " again.");
  }

  private static Flow<Integer> segments(MoveTask task, MovePace pace, long counted) {
    return (counted > 0
            ? Flow.of(counted)
            : TableCall.describe(task.pass().from().storedIn())
                .map(answer -> bytes(answer.table().tableSizeBytes())))
        .map(bytes -> MoveReads.segments(task.pass(), bytes, pace.segments()));
  }

  private static long bytes(@Nullable Long known) {
    return known == null ? 0 : known;
  }

  private Mover mover(MovePass pass, LayoutRecord moving) {
    return new Mover(
        pass,
        moving.version(),
        sessions.of(table.name(), table.layoutId()),
        sessions.clock(),
        sessions::token);
  }

  /** The record now; fails if this would look for items elsewhere. */
  public Flow<LayoutRecord> read() {
    return edits
        .read()
        .atResult(
            now -> now.others().forEach(other -> other.requireSame(table.tableName(), below)));
  }

  /** The record under which items are moved. */
  public Flow<LayoutRecord> moving() {
    return read()
        .then(
            now ->
                now.state() == LayoutRecord.State.MOVING
                    ? Flow.of(now)
                    : Flow.failed(
                        new LayoutChangeException(
                            Reason.NOT_MOVING,
                            table.tableName(),
                            "No items are being moved. Start a move first. If one is not finished, its record was deleted: restore that from a backup of the control table, and start nothing.")));
  }
}
