package dev.evenkeel.jobs.report;

import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.prewarm.TableRate;
import dev.evenkeel.jobs.prewarm.WarmTable;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A rate with its arithmetic, and numbers as people read them. */
final class RateText {
  private RateText() {}

  static String of(TableRate rate) {
    Throughput units = rate.units();
    StringBuilder text = new StringBuilder();
    if (rate.writesPerSecond() > 0) {
      text.append(
          "Write units: %s a second x %s for %s bytes = %s a second.\n"
              .formatted(
                  count(rate.writesPerSecond(), "write"),
                  rate.writeUnits(),
                  number(rate.itemBytes()),
                  number(units.writeUnits())));
    }
    if (rate.readsPerSecond() > 0) {
      text.append(
          "Read units: %s a second x %s for %s bytes = %s a second.\n"
              .formatted(
                  count(rate.readsPerSecond(), "read"),
                  rate.readUnits(),
                  number(rate.itemBytes()),
                  number(units.readUnits())));
    }
    return text.toString();
  }

  /** Notes that AWS must raise the table's quota first, if the target is above it. */
  static void noteQuota(boolean isAbove, List<String> notes) {
    if (isAbove) {
      notes.add(
          "more than %s units a second are above the default quota of a table: have it raised first"
              .formatted(number(PartitionRules.ON_DEMAND_QUOTA_UNITS)));
    }
  }

  /** Notes whose prices were used. */
  static void notePrices(Prices prices, List<String> notes) {
    notes.add("costs are in %s: --prices and --price name others".formatted(prices.origin()));
  }

  /** That a plan is no more than that; for a new table there is nothing to apply it to. */
  static String unapplied(WarmTable found, String doing) {
    return found.name() == null
        ? "Nothing is changed. To %s, name the table with --table and add --apply.\n"
            .formatted(doing)
        : "Nothing is changed. Add --apply to %s.\n".formatted(doing);
  }

  static String items(long count) {
    return count(count, "item");
  }

  private static String count(long number, String thing) {
    return number(number) + " " + thing + (number == 1 ? "" : "s");
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String decimal(double number) {
    return String.format(Locale.ROOT, "%,.2f", number);
  }

  /** An amount of money; null if it is not known. */
  static String money(@Nullable Double amount) {
    return amount == null
        ? "unknown"
        : amount > 0 && amount < 0.0001
            ? "under 0.0001"
            : amount > 0 && amount < 1
                ? String.format(Locale.ROOT, "%.4f", amount)
                : decimal(amount);
  }
}
