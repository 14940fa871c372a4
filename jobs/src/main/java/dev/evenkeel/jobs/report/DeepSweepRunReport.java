package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.cost.Costs;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code sweep --deep}: the sum of its steps.
 *
 * @param steps how many there were
 * @param sum the sum of the steps; its cursor is that of the last
 * @param costs what the sweep costs; null if nobody asked
 */
public record DeepSweepRunReport(int steps, DeepSweepReport sum, @Nullable Costs costs)
    implements Report {
  /** Before the first step. */
  public static DeepSweepRunReport none(boolean dryRun, @Nullable String cursor) {
    return new DeepSweepRunReport(
        0, new DeepSweepReport(dryRun, cursor, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), null);
  }

  /** The sum with one step more. */
  public DeepSweepRunReport plus(DeepSweepReport step) {
    return new DeepSweepRunReport(
        steps + 1,
        new DeepSweepReport(
            step.dryRun(),
            step.nextCursor(),
            sum.rowsSeen() + step.rowsSeen(),
            sum.objectsSeen() + step.objectsSeen(),
            sum.live() + step.live(),
            sum.young() + step.young(),
            sum.inHand() + step.inHand(),
            sum.chunkedNoted() + step.chunkedNoted(),
            sum.objectsNoted() + step.objectsNoted(),
            sum.uploadsAborted() + step.uploadsAborted(),
            sum.undecidable() + step.undecidable(),
            sum.foreign() + step.foreign()),
        costs);
  }

  /** The same with what the sweep costs. */
  public DeepSweepRunReport costing(Costs newCosts) {
    return new DeepSweepRunReport(steps, sum, newCosts);
  }

  /** Whether everything was checked. */
  public boolean isThrough() {
    return steps > 0 && sum.nextCursor() == null;
  }

  @Override
  public ObjectNode json() {
    return DeepSweepText.put(
        Json.document("sweep --deep")
            .put("dryRun", sum.dryRun())
            .put("through", isThrough())
            .put("steps", steps)
            .put("nextCursor", sum.nextCursor()),
        sum,
        costs);
  }

  @Override
  public String text() {
    return DeepSweepText.counts(sum, costs) + DeepSweepText.outcome(isThrough(), sum.dryRun());
  }
}
