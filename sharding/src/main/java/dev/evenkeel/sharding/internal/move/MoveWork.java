package dev.evenkeel.sharding.internal.move;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.WorkJob;
import dev.evenkeel.core.internal.work.WorkTable;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.move.MoveTask.Phase;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The passes of one move of a table, in the control table that has its layout.
 *
 * @param rows of the pass
 * @param name tells it from passes of other moves; null for any
 */
public record MoveWork(WorkTable rows, @Nullable String name) {

  /**
   * The pass that looks for items which cannot be moved, before the move begins.
   *
   * @param move the change that it is for
   */
  public static MoveWork look(String control, String table, Change move) {
    AttributeValue key = move.key();
    OtherTable other = move.table();
    String whose =
        key == null
            ? other == null ? "" : other.name()
            : "%016x".formatted(Hashing.xxh3_64().hashCharsToLong(key.toString()));
    String name = "%d shards %s".formatted(move.shards(), whose);
    return new MoveWork(LayoutTable.looks(control, table), name);
  }

  /**
   * A pass of the move that is under way. Its rows have keys of their own: a worker of an earlier
   * move that wakes up late finds none, and judges no item of this move by its own layouts.
   *
   * @param version of the record, which stays while items are moved
   */
  public static MoveWork of(String control, String table, Phase phase, long version) {
    String rows = "%s#%s#%d".formatted(table, phase.name().toLowerCase(Locale.ROOT), version);
    return new MoveWork(new WorkTable(control, rows), "version %d".formatted(version));
  }

  /**
   * The same pass, gone through by one process from its beginning.
   *
   * @param token that no other has
   */
  MoveWork anew(String token) {
    return new MoveWork(rows, name + " " + token);
  }

  /** The last pass that looked for items, before any move. */
  public static MoveWork lastLook(String control, String table) {
    return new MoveWork(LayoutTable.looks(control, table), null);
  }

  /** The same pass, and throttles of the control table are waited for until it is to stop. */
  MoveWork until(BooleanSupplier isStopped) {
    return new MoveWork(rows.until(isStopped), name);
  }

  /**
   * Begins the pass, or goes on with it. What is there of another move is taken away.
   *
   * @param segments into how many to cut a scan
   * @param pace units a second; infinite for any number
   * @param isGiven whether it is the pace from now on where the pass has begun, too
   */
  Flow<WorkJob> begun(SegmentTask task, int segments, double pace, boolean isGiven) {
    return rows.begun(Objects.requireNonNull(name), segments, pace, task)
        .then(
            job ->
                !isSame(job)
                    ? rows.forgotten(job).then(done -> begun(task, segments, pace, isGiven))
                    : isGiven ? rows.paced(job, pace).map(done -> job) : Flow.of(job));
  }

  private boolean isSame(WorkJob job) {
    return name == null || job.task().equals(name) || job.task().startsWith(name + " ");
  }

  /** Its job; nothing of another move. */
  public Flow<Optional<WorkJob>> job() {
    return rows.read().map(job -> job.filter(this::isSame));
  }

  /** How far it is by its rows; nothing of another move. */
  Flow<WorkTotal> total() {
    return total(null);
  }

  /**
   * How far it is; nothing of another move.
   *
   * @param task of which parts without rows count; null to count the rows alone
   */
  Flow<WorkTotal> total(@Nullable SegmentTask task) {
    return job().then(job -> job.isEmpty() ? Flow.of(WorkTotal.NONE) : rows.total(job.get(), task));
  }

  /**
   * How far it is. If that says so, its rows are taken away: those of the run that was looked at,
   * and none of what another process has begun since.
   */
  Flow<WorkTotal> forgottenIf(Predicate<WorkTotal> isOver, @Nullable SegmentTask task) {
    return job()
        .then(
            job ->
                job.isEmpty()
                    ? Flow.of(WorkTotal.NONE)
                    : rows.total(job.get(), task)
                        .then(
                            total ->
                                isOver.test(total)
                                    ? rows.forgotten(job.get()).map(done -> total)
                                    : Flow.of(total)));
  }

  /** How far it is, the rate of all its workers, and how many have reported. */
  public record Progress(WorkTotal total, double rate, int workers) {}

  /** The same, with its rate and workers. */
  Flow<Progress> progress(@Nullable SegmentTask task) {
    return job()
        .then(
            job ->
                job.isEmpty()
                    ? Flow.of(new Progress(WorkTotal.NONE, Double.POSITIVE_INFINITY, 0))
                    : progress(job.get(), task));
  }

  private Flow<Progress> progress(WorkJob job, @Nullable SegmentTask task) {
    return rows.total(job, task)
        .then(
            total ->
                rows.of(job)
                    .workers()
                    .map(workers -> new Progress(total, job.rate(), workers.size())));
  }

  /** Takes it away, so that it begins anew. */
  public Flow<Done> forgotten() {
    return rows.forgotten();
  }
}
