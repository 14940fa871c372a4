package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.internal.heat.Finding;
import dev.evenkeel.sharding.internal.heat.TableHeat;
import dev.evenkeel.sharding.internal.live.Attendance;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.Doubling;
import dev.evenkeel.sharding.internal.live.LayoutChange;
import dev.evenkeel.sharding.internal.live.LayoutChange.GivenUp;
import dev.evenkeel.sharding.internal.live.LayoutChange.Published;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LeadingTables;
import dev.evenkeel.sharding.internal.live.PieceBounds;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Does what a heat policy says about hot keys of one table: on a thread that there is only while it
 * has something to do, one at a time.
 */
public final class HeatKeeper {
  /** How often it is tried again while a client that may have died can still act. */
  private static final int WAITS_IN_DRAINED = 20;

  private static final Duration APART = Duration.ofSeconds(1);

  private final ShardingSpec spec;
  private final TableHeat heat;
  private final @Nullable LayoutSessions sessions;
  private final Sender<Object> data;
  private final Consumer<HotKey> listener;
  private final HeatLog log;
  private final String name;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final @Nullable RowWatch watch;
  private final @Nullable Attendance attendance;
  private final Executor thread;
  private final String by = UUID.randomUUID().toString();

  /** Until when no change is tried, since it would wait for a client that may have died. */
  private long waitsUntil = System.nanoTime();

  /** The rows of the clients that were told of as missing last. */
  private Set<String> missing = Set.of();

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
    this.name = TableName.parse(spec.tableName()).name();
    this.log = new HeatLog(spec, policy, sessions);
    this.watch =
        sessions == null || !policy.applies() ? null : sessions.watchRows(name, spec.layoutId());
    this.attendance =
        sessions == null || watch == null
            ? null
            : new Attendance(records(sessions), sessions.times(), watch, sessions.clock());
    this.thread = thread;
  }

  private LayoutTable records(LayoutSessions layouts) {
    return new LayoutTable(layouts.controlTable(), name, Instant::now);
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
    LayoutSessions layouts = Objects.requireNonNull(sessions);
    int shards = 2 * found.shards();
    try {
      if (System.nanoTime() - waitsUntil < 0 || !isAsFound(found, layouts)) {
        return;
      }
      List<Registration> absent = run(missing(found, layouts), layouts.beside(data));
      if (!absent.isEmpty()) {
        waitFor(absent, hot(found, Action.GIVEN_UP, shards));
        return;
      }
      if (!isAsFound(found, layouts)) {
        return;
      }
      missing = Set.of();
      LayoutChange.End end =
          layouts.changes().run(doubled(found, shards, layouts), layouts.beside(data));
      if (end instanceof Published) {
        tell(found, Action.APPLIED, shards);
      } else if (end instanceof GivenUp given && !given.waitedFor().isEmpty()) {
        tell(hot(found, Action.GIVEN_UP, shards), given.waitedFor());
      }
    } catch (RuntimeException e) {
      if (layouts.isClosed()) {
        return;
      }
      HotKey hot = hot(found, Action.GIVEN_UP, shards);
      heat.rest(found.key());
      log.notApplied(hot, e);
      listener.accept(hot);
    }
  }

  /** Who is waited for; told apart in time, since all processes see the last beat at once. */
  private Flow<List<Registration>> missing(Finding found, LayoutSessions layouts) {
    return Objects.requireNonNull(attendance)
        .missing(() -> isAsFound(found, layouts))
        .then(absent -> Flow.ask(Pause.upTo(APART)).map(done -> absent));
  }

  /**
   * False once the store is closed, or if the layout is known not to be the one any more under
   * which the key was hot.
   */
  private boolean isAsFound(Finding found, LayoutSessions layouts) {
    if (layouts.isClosed()) {
      return false;
    }
    LayoutSession session = layouts.of(name, spec.layoutId());
    LayoutRecord known = session.record();
    boolean isReady = known == null || known.state() == State.READY;
    boolean isSame = known == null || known.version() == found.version();
    return isReady && isSame && !session.isSetBack();
  }

  /** Tells of those who give no sign of life, once, and holds nothing back while they may act. */
  private void waitFor(List<Registration> absent, HotKey hot) {
    Duration drained = Objects.requireNonNull(sessions).times().drained();
    waitsUntil = System.nanoTime() + drained.dividedBy(WAITS_IN_DRAINED).toNanos();
    Set<String> rows = absent.stream().map(Registration::id).collect(Collectors.toSet());
    if (!missing.containsAll(rows)) {
      log.waits(hot, absent);
      listener.accept(hot);
    }
    missing = rows;
  }

  private Flow<LayoutChange.End> doubled(Finding found, int shards, LayoutSessions layouts) {
    PieceBounds bounds = PieceBounds.of(spec, found.key(), null);
    LayoutRecord first = LayoutRecord.first(layouts.times().with(spec.layoutId()));
    LayoutTable records = records(layouts);
    LeadingTables leading = new LeadingTables(records, first);
    return records
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
                    (seen, change) ->
                        leading
                            .require(seen, change)
                            .then(done -> possible(seen, change, layouts))))
        .then(
            change ->
                new Doubling(
                        change,
                        found.version(),
                        now -> bounds.requirePossible(bounds.change(now, shards)),
                        Objects.requireNonNull(watch),
                        by)
                    .applied());
  }

  /** Asked right before the pause is written. */
  private Flow<Done> possible(LayoutRecord seen, Change change, LayoutSessions layouts) {
    return layouts
        .regions(spec.tableName())
        .require(seen, change)
        .atResult(done -> layouts.requireOpen());
  }

  private static <R> R run(Flow<R> flow, Sender<Object> sender) {
    return SyncRunner.create().run(flow, sender, Deadline.NONE);
  }
}
