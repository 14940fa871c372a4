package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.sharding.internal.live.CoolDown;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The hot keys of one table, as far as one client writes them.
 *
 * <p>At most {@value #KEYS_MAX} keys are watched, found by the algorithm of Misra and Gries: a key
 * that is not watched takes its weight off all that are, and takes the place of one that has none
 * left. Throttles and units weigh by how many of them in a window make a key hot. So a key that has
 * more than one part in {@value #KEYS_MAX} of their weight is watched, whatever the others are.
 *
 * <p>Safe for use by many threads.
 */
public final class TableHeat {
  static final int KEYS_MAX = 32;

  /** Clients that are ready read the record twice a second: it must not grow without bound. */
  static final int KEYS_IN_RECORD = 48;

  static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Duration REPORTED_AGAIN = Duration.ofMinutes(10);

  private final ShardingSpec spec;
  private final HeatPolicy policy;
  private final Supplier<@Nullable LayoutRecord> record;
  private final LongSupplier nanos;
  private final CoolDown coolDown;
  private final double weightOfThrottle;
  private final double weightOfUnit;
  private final Comparator<AttributeValue> order;
  private final Map<AttributeValue, KeyHeat> keys = new HashMap<>();
  private long versionSeen;
  private volatile boolean watches;

  /**
   * @param record of the table's layout as it is known now; null if none is, or the table has none
   * @param nanos elapsed time in nanoseconds
   */
  public TableHeat(
      ShardingSpec spec,
      HeatPolicy policy,
      Supplier<@Nullable LayoutRecord> record,
      LongSupplier nanos) {
    this.spec = spec;
    this.policy = policy;
    this.record = record;
    this.nanos = nanos;
    this.coolDown = new CoolDown(policy.coolDown(), nanos);
    this.weightOfThrottle = 1.0 / policy.throttles();
    this.weightOfUnit = 1.0 / ((double) policy.units() * WINDOW.toSeconds());
    this.order = KeyOrder.of(Objects.requireNonNull(spec.sortType(), "heat() needs a sort key"));
  }

  /** Lets a key rest: shards could not be added to it. */
  public synchronized void rest(AttributeValue key) {
    KeyHeat heat = keys.get(key);
    if (heat != null) {
      heat.rest(nanos.getAsLong() + REPORTED_AGAIN.toNanos());
    }
  }

  /** Whether any key is watched: without one, successful writes need no look. */
  boolean watches() {
    return watches;
  }

  /** The number of keys that are watched. */
  synchronized int size() {
    return keys.size();
  }

  /** A write begins. */
  synchronized void offered(AttributeValue key, AttributeValue sortKey) {
    KeyHeat heat = known(key);
    if (heat != null) {
      heat.offered(sortKey);
    }
  }

  /** A write succeeded. */
  synchronized void succeeded(AttributeValue key, AttributeValue sortKey) {
    KeyHeat heat = keys.get(key);
    if (heat != null) {
      heat.succeeded(sortKey);
    }
  }

  /** A write failed, for whatever reason, and may come again. */
  synchronized void failed(AttributeValue key, AttributeValue sortKey) {
    KeyHeat heat = keys.get(key);
    if (heat != null) {
      heat.failed(sortKey);
    }
  }

  /** A write was throttled for its key. */
  synchronized void throttled(AttributeValue key, AttributeValue sortKey) {
    KeyHeat heat = weighed(key, sortKey, weightOfThrottle);
    if (heat != null) {
      heat.throttled(sortKey);
    }
  }

  /** A write has consumed units. */
  synchronized void consumed(AttributeValue key, AttributeValue sortKey, double units) {
    KeyHeat heat = weighed(key, sortKey, units * weightOfUnit);
    if (heat != null) {
      heat.consumed(sortKey, units);
    }
  }

  private @Nullable KeyHeat known(AttributeValue key) {
    KeyHeat heat = keys.get(key);
    if (heat != null) {
      Pieces now = pieces(key);
      if (!now.equals(heat.pieces())) {
        heat.begin(now, nanos.getAsLong());
      }
    }
    return heat;
  }

  /** The pieces of a key now. What is seen of the record counts for the cool-down. */
  private Pieces pieces(AttributeValue key) {
    LayoutRecord now = record.get();
    if (now != null) {
      coolDown.look(now);
      versionSeen = now.version();
    }
    Pieces own = now == null ? null : now.base().keys().get(key);
    return own == null ? spec.shardCounts().pieces(key) : own;
  }

  private @Nullable KeyHeat weighed(AttributeValue key, AttributeValue sortKey, double weight) {
    KeyHeat heat = known(key);
    if (heat == null && keys.size() == KEYS_MAX) {
      double off =
          Math.min(weight, keys.values().stream().mapToDouble(h -> h.weight).min().orElse(0));
      keys.values().forEach(each -> each.weight -= off);
      keys.values().removeIf(each -> each.weight <= 0);
    }
    if (heat == null && keys.size() < KEYS_MAX) {
      heat = new KeyHeat(order, pieces(key), sortKey, nanos.getAsLong());
      keys.put(key, heat);
      watches = true;
    }
    if (heat != null) {
      heat.weight += weight;
    }
    return heat;
  }

  /** Whether a window is over, so that {@link #found} may have something to say. */
  synchronized boolean isDue() {
    long now = nanos.getAsLong();
    for (KeyHeat heat : keys.values()) {
      if (now - heat.from() >= WINDOW.toNanos()) {
        return true;
      }
    }
    return false;
  }

  /** The findings of windows that are over. Keys that have cooled are forgotten. */
  public synchronized List<Finding> found() {
    List<Finding> found = new ArrayList<>();
    long now = nanos.getAsLong();
    keys.entrySet()
        .removeIf(
            entry -> {
              KeyHeat heat = entry.getValue();
              if (now - heat.from() < WINDOW.toNanos()) {
                return false;
              }
              Finding finding = finding(entry.getKey(), heat, now);
              if (finding != null) {
                found.add(finding);
              }
              boolean isCold =
                  heat.throttles() == 0
                      && heat.units() == 0
                      && !heat.wasReported(now)
                      && !heat.rests(now);
              heat.begin(pieces(entry.getKey()), now);
              heat.weight /= 2;
              return isCold;
            });
    watches = !keys.isEmpty();
    return withOneChange(found);
  }

  /**
   * All but the changes, and the most throttled of these: the others wait for the next cool-down.
   */
  private static List<Finding> withOneChange(List<Finding> found) {
    Optional<Finding> first =
        found.stream()
            .filter(each -> each.kind() == Finding.Kind.APPLY)
            .max(Comparator.comparingLong(Finding::throttles));
    found.removeIf(each -> each.kind() == Finding.Kind.APPLY && !each.equals(first.orElse(null)));
    return found;
  }

  private @Nullable Finding finding(AttributeValue key, KeyHeat heat, long now) {
    int shards = heat.pieces().last().shards();
    double windows = windows(now - heat.from());
    double unitsMin = (double) policy.units() * shards * WINDOW.toSeconds() * windows;
    double throttlesMin = policy.throttles() * windows;
    if (heat.rests(now)
        || !pieces(key).equals(heat.pieces())
        || !heat.isHot(throttlesMin, unitsMin)
        || !heat.isKnown()) {
      return null;
    }
    boolean mayApply = mayApply(key);
    if (mayApply && !coolDown.isOver()) {
      return null;
    }
    Finding.Kind kind = Finding.Kind.MOVE;
    if (heat.rises()) {
      if (!heat.isLastHot(throttlesMin, unitsMin)) {
        return null; // what is left of writes below the piece
      }
      kind = mayApply ? Finding.Kind.APPLY : Finding.Kind.PROPOSE;
      kind = 2 * shards > policy.ceiling() ? Finding.Kind.CEILING : kind;
    }
    boolean isNews =
        kind == Finding.Kind.APPLY || heat.isNews(kind, now, now + REPORTED_AGAIN.toNanos());
    return isNews
        ? new Finding(key, kind, heat.pieces(), versionSeen, heat.throttles(), heat.units())
        : null;
  }

  /** How many windows fit into the time since one began: nobody may have looked for long. */
  private static double windows(long nanos) {
    return Math.max(1, (double) nanos / WINDOW.toNanos());
  }

  private boolean mayApply(AttributeValue key) {
    LayoutRecord now = record.get();
    return policy.applies()
        && now != null
        && now.state() != State.SETTLED
        && now.drained()
        && (now.base().keys().size() < KEYS_IN_RECORD || now.base().keys().containsKey(key));
  }
}
