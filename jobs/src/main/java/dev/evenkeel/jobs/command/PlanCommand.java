package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.jobs.work.ReportFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The dry run. */
@Command(
    name = "plan",
    description = {"Shows what apply would do now and what it costs, and writes nothing.", ""},
    footer = {
      "",
      "Example:",
      "  evenkeel tables plan --config evenkeel.yaml --detailed-exitcode --out plan.json"
    })
final class PlanCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final MomentOption moment = new MomentOption();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--delete", description = "with the deletes that apply --delete would make")
  private boolean deleting;

  @Option(names = "--reconcile", description = "with what apply --reconcile would mend")
  private boolean reconciling;

  @Option(names = "--out", paramLabel = "FILE", description = "save the plan there, for apply FILE")
  private @Nullable Path file;

  @Option(names = EvenkeelCommand.DETAILED, description = "end with 2 if there is something to do")
  private boolean detailed;

  @Override
  public Integer call() {
    try (ReportFile saved = file == null ? null : ReportFile.at(file)) {
      PlanReport plan =
          series.with(
              environment(),
              moment.clock(environment().clock()),
              deleting,
              job -> series.priced(prices, job.reconciling(reconciling)).plan());
      if (saved != null) {
        saved.write(Json.text(plan.json()));
      }
      int code = print(plan);
      return detailed && plan.hasWork() ? EvenkeelCommand.SOMETHING_TO_DO : code;
    }
  }
}
