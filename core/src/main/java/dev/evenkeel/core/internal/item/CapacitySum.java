package dev.evenkeel.core.internal.item;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Adds up what the sub-requests of one call consumed, in all the detail that they report. */
public final class CapacitySum {
  private CapacitySum() {}

  /** The sum of a write and the reads before it, or null if nothing was reported. */
  public static @Nullable ConsumedCapacity of(
      List<ConsumedCapacity> reads, @Nullable ConsumedCapacity write) {
    if (reads.isEmpty() || write == null) {
      return write;
    }
    List<ConsumedCapacity> all = new ArrayList<>(reads);
    all.add(write);
    return of(all);
  }

  /** The sum, or null if nothing was reported. */
  public static @Nullable ConsumedCapacity of(List<ConsumedCapacity> parts) {
    if (parts.isEmpty()) {
      return null;
    }
    return ConsumedCapacity.builder()
        .tableName(parts.get(0).tableName())
        .capacityUnits(sum(parts, ConsumedCapacity::capacityUnits))
        .readCapacityUnits(sum(parts, ConsumedCapacity::readCapacityUnits))
        .writeCapacityUnits(sum(parts, ConsumedCapacity::writeCapacityUnits))
        .table(table(parts))
        .globalSecondaryIndexes(indexes(parts, ConsumedCapacity::globalSecondaryIndexes))
        .localSecondaryIndexes(indexes(parts, ConsumedCapacity::localSecondaryIndexes))
        .build();
  }

  /**
   * The consumption of a call that sent no request, as far as the caller asked for it; null if not
   * at all.
   */
  public static @Nullable ConsumedCapacity nothing(
      String table, @Nullable ReturnConsumedCapacity asked) {
    if (asked != ReturnConsumedCapacity.TOTAL && asked != ReturnConsumedCapacity.INDEXES) {
      return null;
    }
    Capacity none = Capacity.builder().capacityUnits(0.0).build();
    return ConsumedCapacity.builder()
        .tableName(table)
        .capacityUnits(none.capacityUnits())
        .table(asked == ReturnConsumedCapacity.INDEXES ? none : null)
        .build();
  }

  /**
   * One sum for each table, in the order in which the tables come first, or null if nothing was
   * reported.
   */
  public static @Nullable List<ConsumedCapacity> perTable(List<ConsumedCapacity> parts) {
    Map<@Nullable String, List<ConsumedCapacity>> byTable = new LinkedHashMap<>();
    for (ConsumedCapacity part : parts) {
      byTable.computeIfAbsent(part.tableName(), table -> new ArrayList<>()).add(part);
    }
    return parts.isEmpty() ? null : byTable.values().stream().map(CapacitySum::of).toList();
  }

  private static <T> @Nullable Double sum(List<T> parts, Function<T, @Nullable Double> units) {
    return parts.stream().map(units).filter(Objects::nonNull).reduce(Double::sum).orElse(null);
  }

  private static @Nullable Capacity table(List<ConsumedCapacity> parts) {
    List<Capacity> tables =
        parts.stream().map(ConsumedCapacity::table).filter(Objects::nonNull).toList();
    return tables.isEmpty() ? null : tables.stream().reduce(CapacitySum::plus).orElseThrow();
  }

  private static @Nullable Map<String, Capacity> indexes(
      List<ConsumedCapacity> parts, Function<ConsumedCapacity, Map<String, Capacity>> indexes) {
    Map<String, Capacity> sums = new HashMap<>();
    for (ConsumedCapacity part : parts) {
      indexes.apply(part).forEach((name, units) -> sums.merge(name, units, CapacitySum::plus));
    }
    return sums.isEmpty() ? null : sums;
  }

  private static Capacity plus(Capacity left, Capacity right) {
    List<Capacity> both = List.of(left, right);
    return Capacity.builder()
        .capacityUnits(sum(both, Capacity::capacityUnits))
        .readCapacityUnits(sum(both, Capacity::readCapacityUnits))
        .writeCapacityUnits(sum(both, Capacity::writeCapacityUnits))
        .build();
  }
}
