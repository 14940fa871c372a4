package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.report.PlanReport;

/**
 * A plan that was saved, to be done as it was shown or not at all.
 *
 * @param file for messages
 */
record SavedPlan(String file, JsonNode saved) {

  /** Fails if it is no plan, or does what nobody asks for now. */
  void requireAsked(boolean deleting, boolean reconciling) {
    if (!PlanReport.isPlan(saved)) {
      throw new JobException(
          "%s is no plan of this version of evenkeel. Make one with 'tables plan --out'."
              .formatted(file));
    }
    if (PlanReport.isDeleting(saved) != deleting) {
      throw new JobException(
          deleting
              ? "%s was planned without deletes. Leave --delete out, or plan again with it."
                  .formatted(file)
              : "%s was planned with deletes. Say --delete to apply it, or plan again."
                  .formatted(file));
    }
    if (PlanReport.isReconciling(saved) != reconciling) {
      throw new JobException(
          reconciling
              ? "%s was planned without --reconcile. Leave it out, or plan again with it."
                  .formatted(file)
              : "%s was planned with --reconcile. Say it to apply the plan, or plan again."
                  .formatted(file));
    }
  }

  /** Fails if it is not what is to be done now. */
  void requireCurrent(PlanReport now) {
    String difference = now.differsFrom(saved);
    if (!difference.isEmpty()) {
      throw new JobException(
          "%s is stale: tables, the ledger or what is due have changed since for %s. Nothing was done. Plan again."
              .formatted(file, difference));
    }
  }
}
