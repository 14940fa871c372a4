package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.CatalogueReport;
import java.util.concurrent.Callable;
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
final class RebuildCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final OutputOption output = new OutputOption();

  @Option(names = "--apply", description = "write down what is lost; without it, only look")
  private boolean applying;

  RebuildCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    CatalogueReport report =
        series.with(environment, job -> job.archives().rebuildCatalogue(applying));
    output.print(environment.terminal(), report);
    return report.isWhole() ? 0 : EvenkeelCommand.FAILED;
  }
}
