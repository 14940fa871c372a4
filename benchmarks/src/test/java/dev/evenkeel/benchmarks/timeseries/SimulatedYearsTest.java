package dev.evenkeel.benchmarks.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Weeks of what {@code bin/figures timeseries} does for years; more with a system property. */
class SimulatedYearsTest {
  private static final int DAYS = Integer.getInteger("evenkeel.days", 35);

  @Tag("deep")
  @Test
  void run_withFaultsAndCrashes_harmsNothing() {
    long seed = Long.getLong("evenkeel.seed", System.nanoTime());
    SimulatedYears years = SimulatedYears.of(seed, DAYS);
    years.run(note -> {});

    assertThat(years.missedBoundaries()).as("missed, seed %d", seed).isZero();
    assertThat(years.foreignTablesTouched()).as("foreign, seed %d", seed).isZero();
    assertThat(years.tablesDeletedEarly()).as("early, seed %d", seed).isZero();
    assertThat(years.decreaseLimitHits()).as("decreases, seed %d", seed).isZero();
    assertThat(years.tablesDeleted()).as("deleted, seed %d", seed).isEqualTo(DAYS - 30);
    assertThat(years.crashes()).as("crashes, seed %d", seed).isPositive();
    assertThat(years.faultsMet()).as("faults, seed %d", seed).isPositive();
  }
}
