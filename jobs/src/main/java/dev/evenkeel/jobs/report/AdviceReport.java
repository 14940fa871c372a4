package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import org.jspecify.annotations.Nullable;

/**
 * The report of the key advisor.
 *
 * @param advice the findings; null for a trace of several tables, whose keys are not one table's
 * @param trace the counts of the trace; null if it was a table
 * @param sample the sample of the table; null if it was a trace
 * @param caches what caches would gain; null if it was a table, or a trace without reads to cache
 */
public record AdviceReport(
    @Nullable Advice advice,
    @Nullable TraceTally trace,
    @Nullable TableSample sample,
    @Nullable CacheRows caches)
    implements Report {

  /** The report on a trace. */
  public static AdviceReport of(
      @Nullable Advice advice, TraceTally trace, @Nullable CacheRows caches) {
    return new AdviceReport(advice, trace, null, caches);
  }

  /** The report on a table. */
  public static AdviceReport of(TableAdvice table) {
    return new AdviceReport(table.advice(), null, table.sample(), null);
  }

  /** Whether there is something to change. */
  public boolean hasFindings() {
    return advice == null ? caches != null && caches.hasFindings() : !advice.findings().isEmpty();
  }

  @Override
  public ObjectNode json() {
    return AdviceJson.of(this);
  }

  @Override
  public String text() {
    return AdviceText.of(this);
  }
}
