package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.internal.explain.TimeText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/**
 * The capacity and table class of a period table from some age on.
 *
 * @param age how long after its last late item may have come: the end of its period, and lateness
 * @param capacity of the table and of each of its global indexes; null to leave it as it is
 * @param tableClass null to leave it as it is. It changes at most twice in 30 days, and infrequent
 *     access pays where storage is more than half of a table's cost
 */
public record Tier(Duration age, @Nullable Capacity capacity, @Nullable TableClass tableClass) {

  /** The billing of a table or an index. */
  public sealed interface Capacity {}

  /** Units a second that are paid for whether they are used or not. */
  public record Provisioned(long readUnits, long writeUnits) implements Capacity {
    /**
     * @throws IllegalArgumentException if either is less than 1
     */
    public Provisioned {
      if (readUnits < 1 || writeUnits < 1) {
        throw new IllegalArgumentException(
            "capacity must be at least 1 and 1 but was %d and %d".formatted(readUnits, writeUnits));
      }
    }
  }

  /** Billing by request. */
  public record OnDemand() implements Capacity {}

  /**
   * @throws IllegalArgumentException if the age is negative
   */
  public Tier {
    if (age.isNegative()) {
      throw new IllegalArgumentException("age must not be negative but was " + TimeText.of(age));
    }
  }

  /** A tier from an age on, without a change of its own. */
  public static Tier after(Duration age) {
    return new Tier(age, null, null);
  }

  /** A tier from the time at which no item may come any more. */
  public static Tier cooled() {
    return after(Duration.ZERO);
  }

  /** The tier with so many units; the text advises one unit for writes. */
  public Tier provisioned(long readUnits, long writeUnits) {
    return new Tier(age, new Provisioned(readUnits, writeUnits), tableClass);
  }

  /** Billed by request. */
  public Tier onDemand() {
    return new Tier(age, new OnDemand(), tableClass);
  }

  /** In a table class. */
  public Tier in(TableClass newTableClass) {
    return new Tier(age, capacity, newTableClass);
  }
}
