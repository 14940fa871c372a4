package dev.evenkeel.simulator.junit;

import dev.evenkeel.simulator.spec.KeyHeat;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Hot partitions in words: where, when, how much, for which keys, and what to do. */
final class HotPartitionReport {
  private static final int SHOWN_MAX = 5;

  private HotPartitionReport() {}

  /**
   * @param share the part of what a partition carries that a key may ask for
   */
  static String of(List<PartitionLoad> hot, double share) {
    String shown =
        hot.stream()
            .limit(SHOWN_MAX)
            .map(load -> text(load, share))
            .collect(Collectors.joining("\n\n"));
    int left = hot.size() - SHOWN_MAX;
    return (hot.size() == 1 ? "A partition is" : hot.size() + " partitions are")
        + " hot.\n\n"
        + shown
        + (left > 0 ? "\n\nand " + left + " more" : "");
  }

  private static String text(PartitionLoad load, double share) {
    return format(
            "%s, partition %d, second %d: %,.0f %s units were asked for, and a partition carries"
                + " %,d (%.1f times as much as that).",
            load.index() == null
                ? "Table " + load.table()
                : "Index " + load.index() + " of table " + load.table(),
            load.partition(),
            load.second(),
            load.offeredUnits(),
            kind(load),
            load.limitUnits(),
            load.heat())
        + throttled(load)
        + "\n  Hottest "
        + (load.keys() == 1 ? "key: " : "of " + load.keys() + " keys: ")
        + load.hottestKeys().stream().map(key -> text(key, load)).collect(Collectors.joining(", "))
        + "\n  What to do: "
        + Advice.of(load, share);
  }

  private static String throttled(PartitionLoad load) {
    ThrottleReason reason = load.reason();
    return reason == null
        ? " Nothing was throttled yet."
        : format(" Throttled: %,d (%s).", load.throttled(), reason.code());
  }

  private static String text(KeyHeat key, PartitionLoad load) {
    return format(
        "'%s' %,.0f units (%.0f %%)",
        key.partitionKey().replace('\u0000', '/'),
        key.units(),
        100 * key.units() / load.offeredUnits());
  }

  private static String kind(PartitionLoad load) {
    return load.operation() == OperationType.READ ? "read" : "write";
  }

  private static String format(String text, Object... arguments) {
    return String.format(Locale.ROOT, text, arguments);
  }
}
