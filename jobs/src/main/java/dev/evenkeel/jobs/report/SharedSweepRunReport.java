package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.jobs.cost.Costs;
import org.jspecify.annotations.Nullable;

/**
 * The report of a deep sweep that several processes share.
 *
 * @param command {@code sweep --deep --job} or {@code work}
 * @param job its name
 * @param worker the index of this process; null if it has none
 * @param costs what the sweep costs; null of {@code work}
 */
public record SharedSweepRunReport(
    String command,
    String job,
    @Nullable Integer worker,
    SharedSweepReport report,
    @Nullable Costs costs)
    implements Report {

  /** The same with what the sweep costs. */
  public SharedSweepRunReport costing(Costs newCosts) {
    return new SharedSweepRunReport(command, job, worker, report, newCosts);
  }

  @Override
  public boolean isDone() {
    return report.isDone();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document(command).put("job", job).put("worker", worker);
    json.put("done", report.isDone())
        .put("segments", report.segments())
        .put("segmentsDone", report.segmentsDone());
    return DeepSweepText.put(json.put("dryRun", report.sum().dryRun()), report.sum(), costs);
  }

  @Override
  public String text() {
    return DeepSweepText.counts(report.sum(), costs)
        + "Job '%s': %d of %d segments are done.%n"
            .formatted(job, report.segmentsDone(), report.segments())
        + DeepSweepText.outcome(report.isDone(), report.sum().dryRun());
  }
}
