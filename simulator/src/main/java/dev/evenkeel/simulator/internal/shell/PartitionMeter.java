package dev.evenkeel.simulator.internal.shell;

import dev.evenkeel.simulator.internal.plan.ChargeBatch;
import dev.evenkeel.simulator.internal.plan.HeatWatch;
import dev.evenkeel.simulator.internal.plan.PartitionModel;
import dev.evenkeel.simulator.internal.plan.ThrottlePoint;
import dev.evenkeel.simulator.internal.plan.client.Meter;
import dev.evenkeel.simulator.internal.plan.client.Order;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The models of all tables, in seconds of a clock. Each call is one step under a lock, which is
 * held for no I/O. A clock that goes back counts as standing still.
 */
public final class PartitionMeter implements Meter {
  private final InstantSource clock;
  private final long seed;
  private final int loadFactor;
  private final Map<String, Metered> tables = new HashMap<>();
  private final List<HeatWatch> past = new ArrayList<>();
  private Instant start;
  private long second;

  public PartitionMeter(InstantSource clock, long seed, int loadFactor) {
    this.clock = clock;
    this.seed = seed;
    this.loadFactor = loadFactor;
    this.start = clock.instant();
  }

  @Override
  public synchronized List<@Nullable ThrottleReason> offer(
      List<@Nullable Order> orders, boolean together) {
    long now = now();
    Map<Metered, ChargeBatch> baskets = new LinkedHashMap<>();
    List<@Nullable ThrottlePoint> throttlePoint = new ArrayList<>();
    for (Order order : orders) {
      throttlePoint.add(order == null ? null : added(order, baskets, now));
    }
    boolean canceled = together && throttlePoint.stream().anyMatch(Objects::nonNull);
    for (int i = 0; i < orders.size(); i++) {
      Order order = orders.get(i);
      if (order != null) {
        Metered table = metered(order.table().spec());
        table.watch.note(
            table.model, now, loaded(order.charges()), !canceled, throttlePoint.get(i));
      }
    }
    baskets.values().forEach(canceled ? ChargeBatch::cancel : ChargeBatch::settle);
    return reasons(throttlePoint);
  }

  private @Nullable ThrottlePoint added(Order order, Map<Metered, ChargeBatch> baskets, long now) {
    return baskets
        .computeIfAbsent(metered(order.table().spec()), table -> table.model.chargeBatch(now))
        .add(loaded(order.charges()));
  }

  private static List<@Nullable ThrottleReason> reasons(
      List<@Nullable ThrottlePoint> throttlePoint) {
    List<@Nullable ThrottleReason> reasons = new ArrayList<>();
    for (ThrottlePoint one : throttlePoint) {
      reasons.add(one == null ? null : one.reason());
    }
    return reasons;
  }

  private long now() {
    second = Math.max(second, Duration.between(start, clock.instant()).toSeconds());
    return second;
  }

  /** A table of another spec has changed, or the request was under way while it did. */
  private Metered metered(TableSpec spec) {
    Metered known = tables.get(spec.name());
    if (known != null && known.spec.equals(spec)) {
      return known;
    }
    forget(spec.name());
    Metered fresh =
        new Metered(spec, new PartitionModel(spec, seed, null), new HeatWatch(spec.name()));
    tables.put(spec.name(), fresh);
    return fresh;
  }

  private List<Charge> loaded(List<Charge> charges) {
    return charges.stream().map(charge -> charge.times(loadFactor)).toList();
  }

  @Override
  public synchronized void forget(String table) {
    Metered gone = tables.remove(table);
    if (gone != null) {
      past.add(gone.watch);
    }
  }

  /** Begins anew: all partitions as at first, time at 0, nothing met. */
  public synchronized void reset() {
    tables.clear();
    past.clear();
    start = clock.instant();
    second = 0;
  }

  /**
   * Reads the current model of a table.
   *
   * @param spec the spec if the table was not used yet; null if there is none
   * @throws IllegalArgumentException if there is no such table
   */
  public synchronized <R> R look(
      String table, @Nullable TableSpec spec, Function<PartitionModel, R> look) {
    Metered metered = spec == null ? tables.get(table) : metered(spec);
    if (metered == null) {
      throw new IllegalArgumentException(
          "Nothing was asked of a simulated table " + table + " yet; there are " + tables.keySet());
    }
    metered.model.advanceTo(now());
    return look.apply(metered.model);
  }

  /** Changes what is provisioned from this second on. */
  public synchronized void changeCapacity(
      String table, @Nullable TableSpec spec, String name, Capacity.Provisioned capacity) {
    PartitionModel model = look(table, spec, Function.identity());
    model.change(now(), name, capacity);
  }

  /** The results of all partitions, by one order of each watch. */
  public synchronized List<PartitionLoad> loads(
      Function<HeatWatch, List<PartitionLoad>> of, Comparator<PartitionLoad> order) {
    return Stream.concat(past.stream(), tables.values().stream().map(Metered::watch))
        .flatMap(watch -> of.apply(watch).stream())
        .sorted(order)
        .toList();
  }

  private record Metered(TableSpec spec, PartitionModel model, HeatWatch watch) {}
}
