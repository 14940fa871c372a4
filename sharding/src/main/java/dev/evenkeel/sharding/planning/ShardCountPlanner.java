package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plans how many shards a logical key needs: as few as carry its load, because every shard makes
 * every merged query more expensive.
 *
 * <p>The core is AWS's formula (<em>Choosing the right DynamoDB partition key</em>, "Add random
 * numbers"):
 *
 * <pre>writes a second x CEILING(item size in KB, 1) / 1,000</pre>
 *
 * It divides the average load and fills each shard to the brim. The planner adds what it leaves
 * out: the busiest of several shards gets more than the average ({@link ShardPlan
 * #hottestWriteUnitsPerSecond}), a limit should not be used to the last unit ({@link
 * Builder#headRoom}), reads count too, and so do bytes in a table with local indexes.
 *
 * <p><b>The answer is 1, do not shard,</b> when the whole load, grown, is within the limits of one
 * partition; head-room is not asked for there, since below its limits adaptive capacity gives a key
 * what it needs. Sharding is not for tables whose many keys are used evenly either: plan for the
 * hottest key, not for the table. See {@link PartitionLimit} for what DynamoDB does by itself.
 *
 * <p>"After the suffix range is decided, there is no easy way to further spread the data", says the
 * same text: say how much the load will grow.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class ShardCountPlanner {
  private final double headRoom;
  private final double growth;
  private final Selection selection;
  private final @Nullable CapacityUnits queryPageUnitsMax;

  private ShardCountPlanner(Builder builder) {
    this.headRoom = builder.headRoom;
    this.growth = builder.growth;
    this.selection = builder.selection;
    this.queryPageUnitsMax = builder.queryPageUnitsMax;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A planner with all defaults. */
  public static ShardCountPlanner create() {
    return builder().build();
  }

  /**
   * The least number of shards that carries {@code load}, grown, at most {@value
   * ShardingSpec#SHARDS_MAX}.
   *
   * @throws InfeasibleLoadException if none does, or if a query over them costs more than allowed
   */
  public ShardPlan plan(KeyLoad load) {
    KeyLoad grown = load.times(growth);
    int shards = shards(grown);
    PartitionLimit binding = ShardLoad.of(grown, selection, Math.max(1, shards - 1)).nearest();
    ShardPlan plan = new ShardPlan(load, grown, selection, headRoom, shards, binding);
    if (queryPageUnitsMax != null && plan.queryPageUnits().compareTo(queryPageUnitsMax) > 0) {
      throw tooDear(plan, queryPageUnitsMax);
    }
    return plan;
  }

  private int shards(KeyLoad load) {
    if (ShardLoad.of(load, selection, 1).within(1)) {
      return 1;
    }
    for (int shards = 2; shards <= ShardingSpec.SHARDS_MAX; shards++) {
      if (ShardLoad.of(load, selection, shards).within(1 - headRoom)) {
        return shards;
      }
    }
    throw tooMuch(ShardLoad.of(load, selection, ShardingSpec.SHARDS_MAX));
  }

  private InfeasibleLoadException tooMuch(ShardLoad load) {
    PartitionLimit limit = load.nearest();
    String remedy =
        limit == PartitionLimit.READ_UNITS_PER_SECOND
            ? "A query reads every shard, and so does a get of an item whose shard is drawn, so more"
                + " shards do not help: cache what is read often, ask for fewer rows, or calculate"
                + " the shard"
            : "Divide the logical key itself, or make items smaller";
    return new InfeasibleLoadException(
        String.format(
            Locale.ROOT,
            "No count up to %,d shards carries the load: the hottest would use %.0f %% of %,d %s, and"
                + " %.0f %% is allowed. %s.",
            ShardingSpec.SHARDS_MAX,
            100 * load.use(limit),
            limit.max(),
            limit,
            100 * (1 - headRoom),
            remedy));
  }

  private static InfeasibleLoadException tooDear(ShardPlan plan, CapacityUnits max) {
    return new InfeasibleLoadException(
        String.format(
            Locale.ROOT,
            "The load takes %,d shards, and a page of %,d rows over them costs %s read units, where"
                + " %s are allowed. Ask for fewer rows, make items smaller, leave less head-room,"
                + " rotate instead of hashing, or allow more.",
            plan.shards(),
            plan.load().queryPageRows(),
            plan.queryPageUnits(),
            max));
  }

  /** Collects the conditions of a plan. Nothing is required. */
  public static final class Builder {
    private double headRoom = 0.2;
    private double growth = 1;
    private Selection selection = Selection.CALCULATED;
    private @Nullable CapacityUnits queryPageUnitsMax;

    private Builder() {}

    /**
     * The part of each limit that even the hottest shard leaves unused, from 0 to less than 1; 0.2
     * by default.
     */
    public Builder headRoom(double part) {
      this.headRoom = part;
      return this;
    }

    /** The factor on the load before planning, at least 1; 1 by default. */
    public Builder growth(double factor) {
      this.growth = factor;
      return this;
    }

    /** {@link Selection#CALCULATED} by default. */
    public Builder selection(Selection newSelection) {
      this.selection = newSelection;
      return this;
    }

    /** The cost limit of a merged page of a query; none by default. */
    public Builder queryPageUnitsMax(CapacityUnits unitsMax) {
      this.queryPageUnitsMax = unitsMax;
      return this;
    }

    /**
     * Checks the conditions.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public ShardCountPlanner build() {
      Problems problems = new Problems();
      problems.require(
          headRoom >= 0 && headRoom < 1, "headRoom must be 0..1, without 1, but was " + headRoom);
      problems.require(
          growth >= 1 && growth <= 1000, "growth must be a factor of 1..1000 but was " + growth);
      problems.require(selection != null, "selection is null");
      problems.refuse(all -> "ShardCountPlanner: " + all);
      return new ShardCountPlanner(this);
    }
  }
}
