package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Compares the capacity of a table with what it should be. All changes of a table go into one
 * request that says only what differs, and a request that changes nothing is never made: DynamoDB
 * counts each that lowers anything, for the table and for each index apart, and refuses the whole
 * if one may not be.
 */
final class CapacityChange {
  private final ObservedTable table;
  private final Capacity capacity;
  private final Instant now;
  private final Map<String, Capacity> indexes = new TreeMap<>();
  private final boolean tableDiffers;
  private long savedUnits;
  private boolean lowers;
  private @Nullable Instant lowerableFrom;

  /**
   * A comparison.
   *
   * @param wanted the capacity that each index should have; an index that the table has not is left
   *     out, and one that is not named stays as it is
   */
  CapacityChange(
      ObservedTable table, Capacity capacity, Map<String, Capacity> wanted, Instant now) {
    this.table = table;
    this.capacity = capacity;
    this.now = now;
    this.lowerableFrom = now;
    this.tableDiffers = differs(table.units(), capacity);
    if (isSwitch()) {
      switched(wanted);
    } else {
      wanted.forEach(this::compare);
    }
  }

  /** Whether the table goes from one way of billing to the other, and its indexes with it. */
  private boolean isSwitch() {
    return tableDiffers && (table.units() == null || !(capacity instanceof Provisioned));
  }

  /** Provisioned billing needs units for every index. */
  private void switched(Map<String, Capacity> wanted) {
    if (capacity instanceof Provisioned) {
      for (String index : table.indexNames()) {
        indexes.put(index, wanted.getOrDefault(index, capacity));
      }
    }
  }

  private void compare(String index, Capacity wanted) {
    ObservedUnits current = table.indexes().get(index);
    if (current != null && differs(current, wanted)) {
      indexes.put(index, wanted);
    }
  }

  private boolean differs(@Nullable ObservedUnits current, Capacity wanted) {
    if (!(wanted instanceof Provisioned provisioned)) {
      return current != null;
    }
    if (current == null) {
      return true;
    }
    long fewer =
        Math.max(0, current.readUnits() - provisioned.readUnits())
            + Math.max(0, current.writeUnits() - provisioned.writeUnits());
    if (fewer > 0) {
      lowers = true;
      savedUnits += fewer;
      notBefore(current.lowerableFrom(now));
    }
    return current.readUnits() != provisioned.readUnits()
        || current.writeUnits() != provisioned.writeUnits();
  }

  private void notBefore(@Nullable Instant from) {
    if (lowerableFrom != null && (from == null || from.isAfter(lowerableFrom))) {
      lowerableFrom = from;
    }
  }

  /** Whether anything is to be changed. */
  boolean differs() {
    return tableDiffers || !indexes.isEmpty();
  }

  /** Whether anything becomes less. */
  boolean lowers() {
    return lowers;
  }

  /** Whether the change is one of those that DynamoDB rations. */
  boolean takes() {
    return lowers || (tableDiffers && !(capacity instanceof Provisioned));
  }

  /** Whether DynamoDB would take the change now. */
  boolean mayBeNow() {
    return !lowers || now.equals(lowerableFrom);
  }

  /** When it may be lowered. */
  String lowerableFrom() {
    return lowerableFrom == null ? "tomorrow" : "from " + TimeText.of(lowerableFrom) + " on";
  }

  long savedUnits() {
    return savedUnits;
  }

  /** The change as text. */
  String change() {
    return "%s -> %s%s"
        .formatted(
            text(table.units()),
            text(capacity),
            indexes.isEmpty() ? "" : ", and of indexes " + indexes.keySet());
  }

  private static String text(@Nullable ObservedUnits units) {
    return units == null ? "by request" : text(units.readUnits(), units.writeUnits());
  }

  private static String text(Capacity capacity) {
    return capacity instanceof Provisioned provisioned
        ? text(provisioned.readUnits(), provisioned.writeUnits())
        : "by request";
  }

  private static String text(long read, long write) {
    return "%d read and %d write units".formatted(read, write);
  }

  /** The request that makes the difference go away; only if there is one. */
  UpdateTableRequest request() {
    UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(table.name());
    if (isSwitch()) {
      request.billingMode(
          capacity instanceof Provisioned ? BillingMode.PROVISIONED : BillingMode.PAY_PER_REQUEST);
    }
    if (tableDiffers && capacity instanceof Provisioned provisioned) {
      request.provisionedThroughput(throughput(provisioned));
    }
    List<GlobalSecondaryIndexUpdate> updates = new ArrayList<>();
    indexes.forEach(
        (index, wanted) -> {
          if (wanted instanceof Provisioned provisioned) {
            updates.add(update(index, throughput(provisioned)));
          }
        });
    return (updates.isEmpty() ? request : request.globalSecondaryIndexUpdates(updates)).build();
  }

  private static GlobalSecondaryIndexUpdate update(String index, ProvisionedThroughput units) {
    return GlobalSecondaryIndexUpdate.builder()
        .update(action -> action.indexName(index).provisionedThroughput(units))
        .build();
  }

  private static ProvisionedThroughput throughput(Provisioned units) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(units.readUnits())
        .writeCapacityUnits(units.writeUnits())
        .build();
  }
}
