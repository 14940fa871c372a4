package dev.evenkeel.simulator.spec;

/** The capacity mode and limits of a table or index. Immutable. */
public sealed interface Capacity {

  /** Provisioned mode. A table that is never read may have 0 read units, as in AWS's examples. */
  static Provisioned provisioned(long readUnits, long writeUnits) {
    return new Provisioned(new Throughput(readUnits, writeUnits));
  }

  /**
   * On-demand mode of a new table: it takes {@value PartitionRules#ON_DEMAND_READ_UNITS} read and
   * {@value PartitionRules#ON_DEMAND_WRITE_UNITS} write units a second to begin with, and is
   * limited neither by a maximum nor by the account's quota.
   */
  static OnDemand onDemand() {
    return new OnDemand(
        new Throughput(PartitionRules.ON_DEMAND_READ_UNITS, PartitionRules.ON_DEMAND_WRITE_UNITS),
        Throughput.UNLIMITED,
        Throughput.UNLIMITED);
  }

  /**
   * Provisioned mode.
   *
   * @param throughput the provisioned throughput
   */
  record Provisioned(Throughput throughput) implements Capacity {}

  /**
   * On-demand mode.
   *
   * @param warm the initial warm throughput
   * @param max the maximum that its owner configured
   * @param quota the account's quota for one table
   */
  record OnDemand(Throughput warm, Throughput max, Throughput quota) implements Capacity {

    /**
     * Checks the whole.
     *
     * @throws IllegalArgumentException if it is warmed for less than a new table takes
     */
    public OnDemand {
      if (warm.readUnits() < PartitionRules.ON_DEMAND_READ_UNITS
          || warm.writeUnits() < PartitionRules.ON_DEMAND_WRITE_UNITS) {
        throw new IllegalArgumentException(
            "an on-demand table takes at least "
                + PartitionRules.ON_DEMAND_READ_UNITS
                + " read and "
                + PartitionRules.ON_DEMAND_WRITE_UNITS
                + " write units a second, so it cannot be warmed for "
                + warm);
      }
    }

    /** The same, taking so much at once to begin with. */
    public OnDemand warmedFor(long readUnits, long writeUnits) {
      return new OnDemand(new Throughput(readUnits, writeUnits), max, quota);
    }

    /** The same with a configured maximum. */
    public OnDemand withMax(long readUnits, long writeUnits) {
      return new OnDemand(warm, new Throughput(readUnits, writeUnits), quota);
    }

    /** The same under a quota; AWS's is {@value PartitionRules#ON_DEMAND_QUOTA_UNITS} of each. */
    public OnDemand withQuota(long readUnits, long writeUnits) {
      return new OnDemand(warm, max, new Throughput(readUnits, writeUnits));
    }
  }

  /**
   * Read and write units a second.
   *
   * @param readUnits 0 to {@value #UNITS_MAX}
   * @param writeUnits likewise
   */
  public record Throughput(long readUnits, long writeUnits) {
    /** More than any table: what has this limit is in effect unlimited. */
    public static final long UNITS_MAX = 100_000_000;

    /** No limit. */
    public static final Throughput UNLIMITED = new Throughput(UNITS_MAX, UNITS_MAX);

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Throughput {
      requireUnits("read", readUnits);
      requireUnits("write", writeUnits);
    }

    private static void requireUnits(String name, long units) {
      if (units < 0 || units > UNITS_MAX) {
        throw new IllegalArgumentException(
            name + " units a second must be 0.." + UNITS_MAX + " but were " + units);
      }
    }

    /** The units of one kind. */
    public long units(OperationType type) {
      return type == OperationType.READ ? readUnits : writeUnits;
    }
  }
}
