package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;

/**
 * What the steps of one call share: the archive as it was proven, the progress, and those who do
 * the passes by the header as it was when these parts were made.
 */
record RestoreParts(
    ArchiveStore store,
    Proven proven,
    RestoreProgress progress,
    RestorePasses passes,
    TargetTable target,
    GlacierFiles frozen) {

  static Flow<RestoreParts> of(
      TimeSeriesSpec spec,
      RunSettings settings,
      RestoreOrder order,
      RestoreLog log,
      ArchiveStore store,
      Proven proven,
      RestoreProgress progress) {
    TargetTransfer transfer = new TargetTransfer(order, settings.nanos(), log, progress);
    Header header = progress.header();
    TemplateFit fit = new TemplateFit(order, spec.template().request());
    RestorePasses passes =
        header.job() == null
            ? new OwnPasses(new FilePass(store, proven, log, progress, fit), transfer, progress)
            : SharedPasses.of(spec, settings.controlTable(), order, header, proven, transfer, log);
    TargetTable target = new TargetTable(spec, order, settings.isLocal(), log, progress);
    return passes
        .unread()
        .map(keys -> keys.stream().filter(proven.frozen()::contains).toList())
        .map(keys -> new GlacierFiles(store, order, keys))
        .map(frozen -> new RestoreParts(store, proven, progress, passes, target, frozen));
  }

  /** Why a call ends before the restore does. */
  String standing() {
    String who = passes.standing();
    return who.isEmpty() ? "the budget is spent" : "the budget is spent; " + who;
  }
}
