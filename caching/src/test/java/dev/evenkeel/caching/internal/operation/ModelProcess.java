package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.shell.Invalidations;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A process with a cache, and what its reads have to show at least. */
final class ModelProcess {
  final Floors floors;
  ModelTier tier;
  private final List<CachingPlanner> planners;
  private final boolean tiered;
  private final Invalidations invalidations;
  private final List<Removing> removing = new ArrayList<>();
  private final Map<String, Integer> writes = new HashMap<>(); // under way

  ModelProcess(CachingSpec spec, AtomicLong nanos, boolean tiered, ModelTier tier) {
    this.tier = tier;
    this.tiered = tiered;
    this.floors = new Floors(spec.timeToLive().toNanos());
    ItemStore store = new ItemStore(1L << 20, nanos::get, () -> 0, tiered);
    store.add(CachedTable.of(spec));
    this.invalidations =
        new Invalidations(store, tiered ? removal -> new Removing(removal).begin(removing) : null);
    TableScope anywhere = new TableScope(null, null);
    this.planners =
        List.of(
            new CachingPlanner(List.of(spec), anywhere, store, false),
            new CachingPlanner(List.of(spec), anywhere, store, true));
  }

  /** A removal that was begun for the sake of writes elsewhere. */
  private static final class Removing {
    final Removal removal;
    final CompletableFuture<Removed> answer = new CompletableFuture<>();
    Map<String, Long> written = Map.of();

    Removing(Removal removal) {
      this.removal = removal;
    }

    CompletableFuture<Removed> begin(List<Removing> all) {
      all.add(this);
      return answer;
    }
  }

  /** It is told of writes elsewhere: its reads show them when they are out of the tier. */
  void told(Map<String, Long> written, boolean all) {
    int before = removing.size();
    if (all) {
      invalidations.lost();
    } else {
      written.keySet().forEach(id -> invalidations.written(ModelTable.NAME, ModelTable.key(id)));
    }
    removing.subList(before, removing.size()).forEach(one -> one.written = written);
    if (!tiered) {
      floors.ended(written);
    }
  }

  /** A removal is done; or is too late, and is done later or never. */
  void removed(Random random, List<Runnable> late) {
    if (removing.isEmpty()) {
      return;
    }
    Removing one = removing.remove(random.nextInt(removing.size()));
    ModelTier at = tier;
    boolean inTime = random.nextInt(5) > 0;
    if (!inTime && random.nextBoolean()) {
      late.add(() -> at.execute(one.removal));
    }
    one.answer.complete(inTime ? (Removed) at.execute(one.removal) : Removed.UNKNOWN);
    floors.ended(one.written);
  }

  CachingPlanner planner(Random random) {
    return planners.get(random.nextInt(2));
  }

  void begun(List<String> written) {
    written.forEach(id -> writes.merge(id, 1, Integer::sum));
  }

  void over(List<String> written) {
    written.forEach(id -> writes.merge(id, -1, Integer::sum));
  }

  boolean isWriting(String id) {
    return writes.getOrDefault(id, 0) > 0;
  }
}
