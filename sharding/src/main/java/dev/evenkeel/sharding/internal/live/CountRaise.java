package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Raises the shard count of items whose shard is drawn, of counters or of a sharded index. Readers
 * get the new count first. A lease later every client acts on that, and writers get it. Nothing is
 * held back, and no client has to be registered. Any number of processes may do so at a time, and
 * each may stop at any step.
 *
 * @param first the record of a table that has none
 * @param scope of {@link TableLayout}
 * @param bySpec the count that the spec says
 * @param shards the new count
 * @param possible sees to it that nothing stands against the raise, by whatever record. Asked
 *     before readers get the new count and once more after that
 */
public record CountRaise(
    LayoutTable table,
    LayoutTimes times,
    LayoutRecord first,
    String scope,
    int bySpec,
    int shards,
    Flow<Done> possible) {
  private static final Duration LOOK = Duration.ofMillis(200);

  /**
   * Of items whose shard is drawn, or of counters.
   *
   * @throws IllegalArgumentException if items would not be found any more
   */
  public static CountRaise ofItems(
      LayoutTable records, LayoutTimes times, ManagedTable table, int shards) {
    int bySpec = table.keyShards().counts().byDefault().shardsMax();
    String name = table.name();
    if (table instanceof ShardedTable sharded) {
      ShardingSpec spec = sharded.spec();
      require(
          !spec.selector().calculated(),
          "Table '%s' calculates shards, so a higher count would look for its items elsewhere. Add a piece for the items to come instead.",
          name);
      require(
          spec.selector().tokenAttributes().isEmpty(),
          "Table '%s' draws shards by a token, and the repeat of a put would go to another shard by a higher count.",
          name);
      require(
          shards <= spec.maxProbe() || bySpec > spec.maxProbe(),
          "Table '%s' could not find items by their keys any more, since maxProbe is below the new count. Raise maxProbe in all clients first.",
          name);
    }
    require(
        table.keyShards().counts().byDefault().isWhole(),
        "Table '%s' has pieces by sort key in its spec, of which each has a count of its own.",
        name);
    require(
        !table.keyShards().counts().plainPossible(),
        "Table '%s' has plain keys by its spec. They have no suffix, and one may read like a new shard of another key. Copy them, or add a piece where shards are calculated.",
        name);
    return of(records, times, table, TableLayout.ITEMS, bySpec, shards);
  }

  /**
   * Of a sharded index.
   *
   * @throws IllegalArgumentException if the spec has none of that name
   */
  public static CountRaise ofIndex(
      LayoutTable records, LayoutTimes times, ManagedTable table, String index, int shards) {
    int bySpec =
        table.shardedIndexes().stream()
            .filter(each -> each.name().equals(index))
            .mapToInt(ShardedIndexSpec::shards)
            .findFirst()
            .orElse(0);
    require(bySpec > 1, "Table '%s' has no sharded index of that name in its spec.", table.name());
    require(
        table.shardedIndexes().stream().map(ShardedIndexSpec::shard).distinct().count()
            == table.shardedIndexes().size(),
        "Table '%s' has indexes that share a shard attribute, and so one number. Raise their counts in the spec.",
        table.name());
    return of(records, times, table, TableLayout.scopeOf(index), bySpec, shards);
  }

  private static CountRaise of(
      LayoutTable records,
      LayoutTimes times,
      ManagedTable table,
      String scope,
      int bySpec,
      int shards) {
    require(
        shards > bySpec && shards <= ShardingSpec.SHARDS_MAX,
        "Table '%s' can get a count above that of its spec, " + bySpec + ", and up to 1024.",
        table.name());
    LayoutRecord first = LayoutRecord.first(times.with(table.layoutId()));
    Flow<Done> possible = new LeadingTables(records, first).requireNone();
    return new CountRaise(records, times, first, scope, bySpec, shards, possible);
  }

  private static void require(boolean holds, String problem, String table) {
    if (!holds) {
      throw new IllegalArgumentException(problem.formatted(table));
    }
  }

  /**
   * The record with the new count for all, or the one that stands against it.
   *
   * @param known the record that the step has read before
   */
  public Flow<LayoutRecord> raised(LayoutRecord known) {
    return possible.then(table.readAgain(known)).then(this::raisedFrom);
  }

  private Flow<LayoutRecord> raisedFrom(LayoutRecord seen) {
    Raise raise = seen.base().raises().get(scope);
    if (raise != null && raise.readers() == shards) {
      return raise.isDone() ? Flow.of(seen) : Flow.ask(afterLease()).then(completed(seen, raise));
    }
    if (shards <= count(seen) || (raise != null && !raise.isDone())) {
      return Flow.of(seen);
    }
    return written(seen, next(raise)).then(this::raised);
  }

  /** Writes counts, or ends the pause that stands against them; gives the record then. */
  private Flow<LayoutRecord> written(LayoutRecord seen, Raise counts) {
    if (seen.isOfMove()) {
      return Flow.failed(table.hindered(seen));
    }
    return seen.change() != null
        ? pauseEnded(seen)
        : table.swapped(seen, seen.raised(scope, counts));
  }

  /** Waits for the end of a change, and gives up one that has no end. */
  private Flow<LayoutRecord> pauseEnded(LayoutRecord paused) {
    return Flow.ask(Pause.of(LOOK))
        .then(table.readAgain(paused))
        .then(
            now ->
                now.equals(paused)
                    ? Flow.ask(Pause.of(LayoutChange.PAUSE_MAX))
                        .then(table.swapped(paused, paused.aborted()))
                    : Flow.of(now));
  }

  /** Why it is not in a record. */
  LayoutChangeException refusal(LayoutRecord record) {
    String why =
        isComplete(record)
            ? "The count is %d already. Take one above."
            : "A raise to %d is not complete. Raise to that count first, which completes it.";
    return new LayoutChangeException(Reason.OVERTAKEN, table.table(), why.formatted(count(record)));
  }

  /** Whether a record has the new count for all. */
  boolean isIn(LayoutRecord record) {
    Raise raise = record.base().raises().get(scope);
    return raise != null && raise.readers() == shards && raise.isDone();
  }

  /** Whether no raise is under way by a record. */
  boolean isComplete(LayoutRecord record) {
    Raise raise = record.base().raises().get(scope);
    return raise == null || raise.isDone();
  }

  /** The count that readers have by a record. */
  int count(LayoutRecord record) {
    Raise raise = record.base().raises().get(scope);
    return raise == null ? bySpec : raise.readers();
  }

  private Raise next(@Nullable Raise before) {
    List<Integer> counts = before == null ? List.of(bySpec) : before.counts();
    return new Raise(
        Stream.concat(counts.stream(), Stream.of(shards)).toList(), counts.get(counts.size() - 1));
  }

  /** A lease on a record without the new count, by a clock that is a twentieth too slow. */
  private Pause afterLease() {
    return Pause.of(times.lease().plus(times.lease().dividedBy(20)));
  }

  /** Gives writers the count that readers have had for a lease, whatever else has changed since. */
  private Flow<LayoutRecord> completed(LayoutRecord seen, Raise raise) {
    return table
        .readAgain(seen)
        .then(
            now ->
                raise.equals(now.base().raises().get(scope))
                    ? written(now, new Raise(raise.counts(), shards))
                        .then(next -> completed(next, raise))
                    : Flow.of(now));
  }
}
