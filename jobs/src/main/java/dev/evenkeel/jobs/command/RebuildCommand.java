package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rebuilds lost entries of the catalogue. */
@Command(
    name = "rebuild",
    description = {
      "Looks in the buckets for archives that the catalogue has lost, and with --apply writes"
          + " them down again. Replaces only what a rebuild wrote of an earlier archive. A table that is still there is left to apply,"
          + " which archives it anew.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel tables catalogue rebuild --config evenkeel.yaml",
      "  evenkeel tables catalogue rebuild --config evenkeel.yaml --apply"
    })
final class RebuildCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Option(names = "--apply", description = "write down what is lost; without it, only look")
  private boolean applying;

  @Override
  public Integer call() {
    return print(series.with(environment(), job -> job.archives().rebuildCatalogue(applying)));
  }
}
