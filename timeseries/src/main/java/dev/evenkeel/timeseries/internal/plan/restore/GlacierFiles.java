package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ObjectRestore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of an archive that S3 has to restore before they are read. Nothing is recorded: a
 * listing shows the progress of S3 to every call. Costs nothing if there are none; else a listing
 * for each call, and a request for each file that is not restored or whose copy S3 is about to
 * remove.
 */
final class GlacierFiles {
  private static final int REQUESTS_IN_FLIGHT = 8;

  /** A copy that S3 removes within a day is kept longer, lest it go while it is read. */
  private static final Duration LEFT_MIN = Duration.ofDays(1);

  private final ArchiveStore store;
  private final RestoreOrder order;
  private final List<String> keys;
  private final Queue<String> unasked = new ArrayDeque<>();
  private boolean isLookedAt;
  private int ready;

  /**
   * @param keys whole keys
   */
  GlacierFiles(ArchiveStore store, RestoreOrder order, List<String> keys) {
    this.store = store;
    this.order = order;
    this.keys = keys;
    this.isLookedAt = keys.isEmpty();
  }

  /** Whether S3 was asked for all of them that it is to be asked for. */
  boolean isAsked() {
    return isLookedAt && unasked.isEmpty();
  }

  /** Whether all of them can be read. */
  boolean isReady() {
    return ready == keys.size();
  }

  String detail() {
    return "S3 is restoring the files: %d of %d are ready".formatted(ready, keys.size());
  }

  /** Requests the restore of archived files that have no request yet, a few at a time. */
  Flow<Done> ask(Instant now, Supplier<Flow<Boolean>> isOver) {
    return isLookedAt
        ? askAll(isOver)
        : store.listRestores().map(restores -> look(restores, now)).then(done -> askAll(isOver));
  }

  private Done look(Map<String, ObjectRestore> restores, Instant now) {
    for (String key : keys) {
      ObjectRestore restore = restores.get(key);
      if (restore != null && restore.until() != null && restore.until().isAfter(now)) {
        ready++;
      }
      if (isToBeAsked(restore, now)) {
        unasked.add(key);
      }
    }
    isLookedAt = true;
    return Done.DONE;
  }

  private static boolean isToBeAsked(@Nullable ObjectRestore restore, Instant now) {
    return restore == null
        || (restore.until() != null && restore.until().isBefore(now.plus(LEFT_MIN)));
  }

  private Flow<Done> askAll(Supplier<Flow<Boolean>> isOver) {
    List<Flow<Done>> lanes = new ArrayList<>();
    for (int lane = 0; lane < REQUESTS_IN_FLIGHT; lane++) {
      lanes.add(Flow.defer(() -> next(isOver)));
    }
    return Flow.awaitAll(lanes).map(done -> Done.DONE);
  }

  private Flow<Done> next(Supplier<Flow<Boolean>> isOver) {
    return isOver
        .get()
        .then(
            over -> {
              String key = over ? null : unasked.poll();
              return key == null
                  ? Flow.done()
                  : store
                      .restore(key, order.restoredFor(), order.retrievalTier())
                      .then(done -> next(isOver));
            });
  }
}
