package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import java.util.List;

/**
 * A saved plan, which is applied unchanged or not at all.
 *
 * @param file for messages
 */
record SavedPlan(String file, JsonNode saved) {

  /** Fails if the document is no plan, or needs options that are missing now. */
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
              : "%s was planned with deletes. Add --delete to apply it, or plan again."
                  .formatted(file));
    }
    if (PlanReport.isReconciling(saved) != reconciling) {
      throw new JobException(
          reconciling
              ? "%s was planned without --reconcile. Leave it out, or plan again with it."
                  .formatted(file)
              : "%s was planned with --reconcile. Add it to apply the plan, or plan again."
                  .formatted(file));
    }
  }

  /** Fails if the plan is stale. */
  void requireCurrent(PlanReport now) {
    String difference = now.differsFrom(saved);
    if (!difference.isEmpty()) {
      throw new JobException(
          "%s is stale: tables, the ledger or what is due have changed since for %s. Nothing was done. Plan again."
              .formatted(file, difference));
    }
  }

  /** Applies the plan of one series. A plan that is stale by now delays no other series. */
  static LifecycleReport apply(TableLifecycle lifecycle, LifecyclePlan plan) {
    try {
      return lifecycle.apply(plan);
    } catch (LifecycleException e) {
      return new LifecycleReport(
          plan.series(), plan.at(), List.of(), plan.notes(), Prebuilt.UNKNOWN, e);
    }
  }
}
