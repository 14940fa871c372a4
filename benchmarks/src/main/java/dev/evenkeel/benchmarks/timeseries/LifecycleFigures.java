package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.testkit.control.ControlLimits;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.ControlTimings;
import dev.evenkeel.testkit.control.MemoryItems;
import dev.evenkeel.timeseries.TableAsyncLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;

/**
 * The requests and tables of years of period tables, and the cost of a plan without the network.
 */
final class LifecycleFigures {
  private static final long SEED = 20_260_301;
  private static final int DAYS_OF_A_YEAR = 365;

  private LifecycleFigures() {}

  static void measure(Scale scale, FigureReport report) {
    int days = scale.of(10 * DAYS_OF_A_YEAR, 5);
    SimulatedYears years = SimulatedYears.of(SEED, days);
    years.run(report::note);
    report.put("simulated_years", days / (double) DAYS_OF_A_YEAR);
    report.put("simulated_runs", years.runs());
    report.put("missed_boundaries", years.missedBoundaries());
    report.put("routed_writes", years.writes());
    report.put("lost_or_misrouted_writes", years.lostOrMisroutedWrites());
    report.put("foreign_tables_touched", years.foreignTablesTouched());
    report.put("tables_deleted", years.tablesDeleted());
    report.put("tables_deleted_early", years.tablesDeletedEarly());
    report.put("decrease_limit_hits", years.decreaseLimitHits());
    report.put("crash_points", years.crashes());
    report.put("crash_point_kinds", years.crashKinds());
    report.put("faults_met", years.faultsMet());
    report.put("plan_us_per_table", planMicrosPerTable(scale));
  }

  /** The time to look and plan, for a series of hours that all exist, with answers from memory. */
  private static double planMicrosPerTable(Scale scale) {
    int tables = scale.of(720, 24);
    TimeSeriesSpec spec = YearsSeries.hourly(tables);
    MemoryItems items = MemoryItems.paging(1_000);
    ControlPlaneSimulator aws =
        ControlPlaneSimulator.seeded(SEED)
            .startingAt(YearsSeries.START)
            .timings(ControlTimings.immediate())
            .limits(ControlLimits.aws().requestsPerSecondMax(Integer.MAX_VALUE))
            .over(items.client())
            .over(items.asyncClient())
            .build();
    TableAsyncLifecycle lifecycle =
        TableAsyncLifecycle.builder(aws.asyncClient())
            .table(spec)
            .controlTable(YearsSeries.CONTROL)
            .buildsMax(tables + 2)
            .virtualTime(aws, aws::advance)
            .build();
    lifecycle.createControlTable().join();
    aws.advance(Duration.ofHours(tables));
    lifecycle.run().join();
    aws.advance(Duration.ofMinutes(1));
    if (!lifecycle.plan().join().get(0).actions().isEmpty()) {
      throw new IllegalStateException("there should be nothing left to do");
    }
    return Samples.of(scale.of(60, 3), i -> nanos(lifecycle) / 1e3 / tables).median();
  }

  private static double nanos(TableAsyncLifecycle lifecycle) {
    long start = System.nanoTime();
    lifecycle.plan().join();
    return System.nanoTime() - start;
  }
}
