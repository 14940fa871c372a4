package dev.evenkeel.jobs.report;

import dev.evenkeel.jobs.prewarm.TableRate;
import dev.evenkeel.jobs.prewarm.UnitPrices;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.Throughput;
import java.util.List;
import java.util.Locale;

/** A rate with its arithmetic, and numbers as people read them. */
final class RateText {
  private RateText() {}

  static String of(TableRate rate) {
    Throughput units = rate.units();
    StringBuilder text = new StringBuilder();
    if (rate.writesPerSecond() > 0) {
      text.append(
          "Write units: %s writes a second x %s for %s bytes = %s a second.\n"
              .formatted(
                  number(rate.writesPerSecond()),
                  rate.writeUnits(),
                  number(rate.itemBytes()),
                  number(units.writeUnits())));
    }
    if (rate.readsPerSecond() > 0) {
      text.append(
          "Read units: %s reads a second x %s for %s bytes = %s a second.\n"
              .formatted(
                  number(rate.readsPerSecond()),
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

  /** Notes the default prices, unless prices were given. */
  static void notePrices(UnitPrices prices, List<String> notes) {
    if (prices.equals(UnitPrices.US_EAST)) {
      notes.add(
          "costs are in US dollars, by the prices of US East (N. Virginia): give --read-unit-price and --write-unit-price for others");
    }
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String money(double amount) {
    return String.format(Locale.ROOT, "%,.2f", amount);
  }
}
