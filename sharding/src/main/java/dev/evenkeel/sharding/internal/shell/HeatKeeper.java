package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.internal.heat.Finding;
import dev.evenkeel.sharding.internal.heat.TableHeat;
import dev.evenkeel.sharding.internal.live.Doubling;
import dev.evenkeel.sharding.internal.live.LayoutChange;
import dev.evenkeel.sharding.internal.live.LayoutChange.GivenUp;
import dev.evenkeel.sharding.internal.live.LayoutChange.Published;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.PieceBounds;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does what a heat policy says about hot keys of one table: on a thread that there is only while it
 * has something to do, one at a time.
 */
public final class HeatKeeper {
  private final ShardingSpec spec;
  private final TableHeat heat;
  private final @Nullable LayoutSessions sessions;
  private final Sender<Object> data;
  private final Consumer<HotKey> listener;
  private final HeatLog log;
  private final String name;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final @Nullable RowWatch watch;
  private final Executor thread;

  /**
   * @param heat of the table
   * @param sessions of its layout; null if it has no record
   * @param data sends to the table as it is stored
   * @param listener takes each finding
   */
  public HeatKeeper(
      ShardingSpec spec,
      HeatPolicy policy,
      TableHeat heat,
      @Nullable LayoutSessions sessions,
      Sender<Object> data,
      Consumer<HotKey> listener) {
    this(spec, policy, heat, sessions, data, listener, HeatKeeper::start);
  }

  /**
   * @param thread runs a look elsewhere
   */
  HeatKeeper(
      ShardingSpec spec,
      HeatPolicy policy,
      TableHeat heat,
      @Nullable LayoutSessions sessions,
      Sender<Object> data,
      Consumer<HotKey> listener,
      Executor thread) {
    this.spec = spec;
    this.heat = heat;
    this.sessions = sessions;
    this.data = data;
    this.listener = listener;
    this.name = PieceBounds.nameOf(spec);
    this.log = new HeatLog(spec, policy, sessions);
    this.watch = sessions == null ? null : new RowWatch(sessions.times(), System::nanoTime);
    this.thread = thread;
  }

  private static void start(Runnable look) {
    Thread thread = new Thread(null, look, "evenkeel-heat", 0, false);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Looks for hot keys, soon and elsewhere; does nothing while that is being done.
   *
   * @throws OutOfMemoryError if the machine gives no thread
   */
  public void look() {
    if (busy.compareAndSet(false, true)) {
      try {
        thread.execute(this::run);
      } catch (Throwable e) {
        busy.set(false);
        throw e;
      }
    }
  }

  /** Takes what went wrong while writes were watched. */
  public void wrong(Throwable failure) {
    log.wrong(failure);
  }

  private void run() {
    try {
      heat.found().forEach(this::act);
    } catch (RuntimeException e) {
      log.wrong(e);
    } finally {
      busy.set(false);
    }
  }

  private void act(Finding found) {
    switch (found.kind()) {
      case APPLY -> apply(found);
      case PROPOSE -> tell(found, Action.PROPOSED, 2 * found.shards());
      case MOVE -> tell(found, Action.MOVE, found.shards());
      case CEILING -> tell(found, Action.AT_CEILING, found.shards());
    }
  }

  private void tell(Finding found, Action action, int proposed) {
    tell(hot(found, action, proposed), List.of());
  }

  private void tell(HotKey hot, List<Registration> waitedFor) {
    log.found(hot, waitedFor);
    listener.accept(hot);
  }

  private HotKey hot(Finding found, Action action, int proposed) {
    return new HotKey(
        "sharding",
        name,
        found.key(),
        action,
        found.shards(),
        proposed,
        found.throttles(),
        found.units());
  }

  private void apply(Finding found) {
    int shards = 2 * found.shards();
    try {
      LayoutChange.Progress end = doubled(found, shards);
      if (end instanceof Published) {
        tell(found, Action.APPLIED, shards);
      } else if (end instanceof GivenUp given && !given.waitedFor().isEmpty()) {
        tell(hot(found, Action.GIVEN_UP, shards), given.waitedFor());
      }
    } catch (RuntimeException e) {
      HotKey hot = hot(found, Action.GIVEN_UP, shards);
      heat.rest(found.key());
      log.notApplied(hot, e);
      listener.accept(hot);
    }
  }

  private LayoutChange.Progress doubled(Finding found, int shards) {
    LayoutSessions layouts = Objects.requireNonNull(sessions);
    PieceBounds bounds = PieceBounds.of(spec, found.key(), null);
    LayoutRecord first = LayoutRecord.first(layouts.times().with(spec.layoutId()));
    LayoutTable records = new LayoutTable(layouts.controlTable(), name, Instant::now);
    Flow<LayoutChange.Progress> doubled =
        records
            .read(first)
            .map(
                now ->
                    new LayoutChange(
                        records,
                        layouts.times(),
                        first,
                        bounds.change(now, shards),
                        bounds::bound,
                        layouts.clock(),
                        layouts.regions(spec.tableName())::require))
            .then(
                change ->
                    new Doubling(
                            change,
                            found.version(),
                            now -> bounds.requirePossible(bounds.change(now, shards)),
                            Objects.requireNonNull(watch))
                        .applied());
    return SyncRunner.create().run(doubled, layouts.beside(data), Deadline.NONE);
  }
}
