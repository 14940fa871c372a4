package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares the capacity of a table with what it should be. All changes of a table go into one
 * request, and a request that changes nothing is never made: DynamoDB counts each that lowers
 * anything, for the table and for each index apart, and refuses the whole if one may not be.
 */
final class Sizing {
  private final ObservedTable table;
  private final Instant now;
  private final Map<String, Capacity> indexes = new LinkedHashMap<>();
  private final boolean tableDiffers;
  private final Targets targets;
  private long savedUnits;
  private boolean lowers;
  private @Nullable Instant lowerableFrom;

  private Sizing(ObservedTable table, Targets targets, Instant now) {
    this.table = table;
    this.targets = targets;
    this.now = now;
    this.lowerableFrom = now;
    this.tableDiffers = differs(table.units(), targets.capacity());
    targets
        .indexes()
        .forEach(
            (index, capacity) -> {
              if (differs(table.indexes().get(index), capacity)) {
                indexes.put(index, capacity);
              }
            });
  }

  static void plan(ObservedTable table, Targets targets, Instant now, Phases phases) {
    new Sizing(table, targets, now).plan(phases);
  }

  private void plan(Phases phases) {
    if (!tableDiffers && indexes.isEmpty()) {
      return;
    }
    Resize resize =
        new Resize(table.name(), targets.capacity(), indexes, targets.reason() + change());
    if (!lowers) {
      phases.raise(resize);
    } else if (now.equals(lowerableFrom)) {
      phases.lower(resize, savedUnits);
    } else {
      phases.note(
          "table '%s' is to be lowered, and may be %s"
              .formatted(
                  table.name(),
                  lowerableFrom == null ? "tomorrow" : "from " + lowerableFrom + " on"));
    }
  }

  private String change() {
    return ": %s -> %s%s"
        .formatted(
            text(table.units()),
            targets.capacity(),
            indexes.isEmpty() ? "" : ", and of indexes " + indexes.keySet());
  }

  private static String text(@Nullable ObservedUnits units) {
    return units == null
        ? "by request"
        : "%d read and %d write units".formatted(units.readUnits(), units.writeUnits());
  }

  private boolean differs(@Nullable ObservedUnits seen, Capacity wanted) {
    if (!(wanted instanceof Provisioned provisioned)) {
      return seen != null;
    }
    if (seen == null) {
      return true;
    }
    long fewer =
        Math.max(0, seen.readUnits() - provisioned.readUnits())
            + Math.max(0, seen.writeUnits() - provisioned.writeUnits());
    if (fewer > 0) {
      lowers = true;
      savedUnits += fewer;
      notBefore(seen.lowerableFrom(now));
    }
    return seen.readUnits() != provisioned.readUnits()
        || seen.writeUnits() != provisioned.writeUnits();
  }

  private void notBefore(@Nullable Instant from) {
    if (lowerableFrom != null && (from == null || from.isAfter(lowerableFrom))) {
      lowerableFrom = from;
    }
  }
}
